"""What does search think of a position? Every action's value, with its standard error."""

from __future__ import annotations

from hanabilab import Game, Rules, Sparta, evaluate
from hanabilab.agents import five_rule
from hanabilab.game.words import format_action


def main() -> None:
    """Play ten moves of a game with the blueprint's own first choice, then search."""
    game = Game(Rules(players=2), seed=7)
    search = Sparta(five_rule, rollouts=200)
    for _ in range(10):
        game.act(evaluate(game, search).blueprint_action)
    estimates = evaluate(game, search)
    for action in sorted(estimates.legal, key=lambda action: -estimates.means[action]):
        marks = {estimates.blueprint_action: " (blueprint)"}
        print(
            f"{format_action(game.rules, int(action)):14} {estimates.means[action]:6.2f} points, "
            f"{estimates.gains[action]:+.2f} ± {estimates.gain_sems[action]:.2f} to the blueprint"
            f"{marks.get(int(action), '')}"
        )
    best = max(estimates.legal, key=lambda action: estimates.means[action])
    assert estimates.action in (best, estimates.blueprint_action)


if __name__ == "__main__":
    main()
