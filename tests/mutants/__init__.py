"""Mutation testing: does a test turn red when one place of the source is changed?"""
