"""Counts of action sequences from known positions: the engine's fingerprint."""
