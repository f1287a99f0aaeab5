"""PPO in one file, in the manner of CleanRL: settings, network, games, advantages, update.

All seats are one learner. Rewards are the team's, so the moves of all seats make one stream: the
next observation is that of the next seat. Schulman et al. 2017; the settings are the command line:

    python examples/ppo.py --rules "small(players=3)" --steps 5000000 --envs 1024
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install

try:
    import torch
    from torch import Tensor, nn
    from torch.distributions import Categorical

    from hanabilab.adapters.gymnasium import HanabiVectorEnv
except (ImportError, HanabiError):  # said, and no failure
    print(f"this example needs PyTorch and Gymnasium: {how_to_install('learn', 'envs')}")
    sys.exit()


@dataclass(frozen=True)
class Settings:
    """The learner in numbers."""

    rules: str = "small(players=2)"
    seed: int = 1
    steps: int = 1_000_000  # moves of all games
    envs: int = 256  # games at once, G
    moves: int = 32  # of each game between two updates, T
    epochs: int = 2
    minibatches: int = 4
    rate: float = 1e-3
    gamma: float = 0.99
    gae: float = 0.9
    clip: float = 0.2
    value: float = 0.5
    entropy: float = 0.02


class Agent(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """Logits of legal actions and the value of observations [B, N], of masks [B, A]."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """What the seats to act would do, and what they expect."""
        inner = self.body(seen.float())
        logits = self.actor(inner).masked_fill(~mask, -1e9)
        return Categorical(logits=logits), self.critic(inner).squeeze(-1)


def rollouts(
    envs: HanabiVectorEnv, agent: Agent, s: Settings
) -> Iterator[tuple[list[Tensor], list[float]]]:
    """T moves of G games, again and again: columns [T, G], and scores of games that ended."""
    seen, infos = envs.reset(seed=s.seed)
    while True:
        rows: list[tuple[Tensor, ...]] = []
        scores: list[float] = []
        for _ in range(s.moves + 1):
            now, mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
            with torch.no_grad():
                policy, value = agent(now, mask)
            if len(rows) == s.moves:  # the move after the last one tells its value alone
                break
            action = policy.sample()
            seen, rewards, over, _, infos = envs.step(action.numpy())
            told = (policy.log_prob(action), value, torch.from_numpy(rewards))
            rows.append((now, mask, action, *told, torch.from_numpy(over)))
            scores += infos["score"][infos["_score"]].tolist() if "score" in infos else []
        columns = [torch.stack(column) for column in zip(*rows, strict=True)]
        yield [*columns, value], scores


def advantages(values: Tensor, rewards: Tensor, over: Tensor, after: Tensor, s: Settings) -> Tensor:
    """Generalized advantage estimation (Schulman et al. 2016), [T, G]."""
    gains, gain = torch.zeros_like(rewards), torch.zeros_like(after)
    for t in reversed(range(len(rewards))):
        goes_on = (~over[t]).float()
        error = rewards[t] + s.gamma * after * goes_on - values[t]
        gains[t] = gain = error + s.gamma * s.gae * goes_on * gain
        after = values[t]
    return gains


def update(
    agent: Agent, optimizer: torch.optim.Optimizer, batch: list[Tensor], s: Settings
) -> None:
    """Several epochs over one rollout, with the clipped objective of the 2017 paper."""
    seen, mask, actions, before, values, rewards, over, after = batch
    gains = advantages(values, rewards, over, after, s)
    parts = [p.flatten(0, 1) for p in (seen, mask, actions, before, gains, gains + values)]
    for _ in range(s.epochs):
        for rows in torch.randperm(len(parts[0])).chunk(s.minibatches):
            now, legal, action, old, gain, target = (part[rows] for part in parts)
            policy, value = agent(now, legal)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (policy.log_prob(action) - old).exp()
            clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
            loss = -torch.min(gain * ratio, gain * clipped).mean()
            loss = loss + s.value * (value - target).square().mean()
            loss = loss - s.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Learn, and tell how games end."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    s = Settings(**vars(parser.parse_args()))
    torch.manual_seed(s.seed)
    try:
        envs = HanabiVectorEnv(s.envs, s.rules, autoreset_mode="SameStep")
    except HanabiError as error:
        parser.error(str(error))
    agent = Agent(envs.single_observation_space.shape[0], envs.rules.num_actions)
    optimizer, means = torch.optim.Adam(agent.parameters(), s.rate), []
    for count, (batch, scores) in enumerate(rollouts(envs, agent, s), 1):
        update(agent, optimizer, batch, s)
        means.append(sum(scores) / max(1, len(scores)))
        done = count * s.envs * s.moves
        print(f"{done:,} moves: {means[-1]:.2f} points in {len(scores)} games", flush=True)
        if done >= s.steps:
            break
    assert done < 50_000 or means[-1] > means[0]  # it soon plays better than at first


if __name__ == "__main__":
    main()
