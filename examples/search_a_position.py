"""What does search think of a position? Every action's value, and the hands it was measured in."""

from __future__ import annotations

from hanabilab import Game, Rules, Sparta, evaluate
from hanabilab.agents import five_rule
from hanabilab.game.words import format_action


def main() -> None:
    """Play ten moves of a game with the blueprint's own first choice, then search."""
    game = Game(Rules(players=2), seed=7)
    blueprint = Sparta(five_rule, rollouts=0)
    for _ in range(10):
        game.act(evaluate(game, blueprint).action)
    estimates = evaluate(game, Sparta(five_rule, rollouts=2000))
    assert estimates.hands is not None
    print(f"{len(estimates.hands):,} hands are possible; {estimates.rollouts:,} rollouts")
    for action in sorted(estimates.legal, key=lambda action: -estimates.means[action]):
        mark = " (blueprint)" if action == estimates.blueprint_action else ""
        print(
            f"{format_action(game.rules, int(action)):14} {estimates.means[action]:6.2f} points, "
            f"{estimates.gains[action]:+.2f} ± {estimates.gain_sems[action]:.2f} to the blueprint, "
            f"{estimates.worlds[action]:3} worlds{mark}"
        )
    assert estimates.worlds[estimates.action] == estimates.worlds.max()


if __name__ == "__main__":
    main()
