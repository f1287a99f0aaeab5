"""Other people's interfaces: the public site, the Hanabi Learning Environment."""
