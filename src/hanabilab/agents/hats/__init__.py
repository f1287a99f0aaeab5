"""Agents that guess hats: one hint tells something to all other seats at once."""

from hanabilab.agents.hats.cox_information import cox_information
from hanabilab.agents.hats.cox_recommendation import cox_recommendation
from hanabilab.agents.hats.van_doorn import hat

__all__ = ["cox_information", "cox_recommendation", "hat"]
