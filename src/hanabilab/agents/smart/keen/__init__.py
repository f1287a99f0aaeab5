"""`keen`: `smart` with foresight, and with more to be read from what a seat does not do.

`agent` holds the conventions and the agent, `reading` what actions tell, `foresight` what a hint
would tell, `turn` how it decides, `numbers` what it plays by.
"""

from hanabilab.agents.smart.keen.agent import keen

__all__ = ["keen"]
