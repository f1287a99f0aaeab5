"""Learning with networks. Needs the extra `learn`."""
