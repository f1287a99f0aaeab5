"""Commands of `hanabi ah2ac2`: the ad-hoc human-AI coordination challenge."""
