"""The description of a run that is printed at its start: six lines."""

from wd_env.errors import visible
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.run_settings import PAST
from wd_env.training.settings.training_settings import TrainSettings

INDENT = 10  # width of the titles of the lines


def describe_run(
    settings: TrainSettings, network: PolicyValueNet, decisions_done: int | None, processes: int
) -> list[str]:
    """Describe a run in six lines of text.

    Args:
        settings: The settings of the run.
        network: The network to train.
        decisions_done: Decisions before the run was resumed; None for a new run.
        processes: Number of processes that train together.
    """
    lines = {
        "game": describe_game(settings),
        "stages": describe_stages(settings, decisions_done),
        "ppo": _describe_ppo(settings),
        "network": _describe_network(settings, network),
        "opponents": describe_opponents(settings),
        "run": f"seed {settings.run.seed}, {processes} process{'' if processes == 1 else 'es'}, "
        f"folder {settings.run.folder}",
    }
    return [f"{title:<{INDENT}}{visible(text)}" for title, text in lines.items()]


def describe_game(settings: TrainSettings) -> str:
    """Describe the game, its numbers of players and its options."""
    game = settings.game
    options = [f"{name}={value}" for name, value in game.options.items()]
    sets = [f"{len(game.option_sets)} sets of options"] if game.option_sets else []
    return ", ".join([game.name, f"{', '.join(map(str, game.players))} players", *options, *sets])


def describe_stages(settings: TrainSettings, decisions_done: int | None) -> str:
    """List the enabled stages with their lengths."""
    run, imitation, expert = settings.run, settings.imitation, settings.expert
    stages = []
    if decisions_done is None and imitation.bot:
        stages.append(f"imitation of {imitation.bot} ({imitation.decisions:,} decisions)")
    if decisions_done is None and expert.bot:
        stages.append(f"labels of {expert.bot} ({expert.decisions:,})")
    done = "" if decisions_done is None else f", of which {decisions_done:,} are done"
    limit = "" if run.time_limit_minutes is None else f", for at most {run.time_limit_minutes:g} minutes"
    stages.append(f"PPO ({run.total_decisions:,} decisions{done}{limit})")
    matches = len(settings.evaluation.opponents) * len(settings.game.players)
    stages.append(f"{matches} final matches of {settings.evaluation.final_games:,} games")
    return ", then ".join(stages)


def describe_opponents(settings: TrainSettings) -> str:
    """List the bots of the seats that do not learn, with the fraction of each."""
    opponents = settings.opponents
    if opponents.self_play_fraction == 1:
        return "the learning policy in every seat"
    total = sum(opponents.weights.values())
    names = {PAST: f"past checkpoints (pool of {opponents.pool_size})"}
    listed = [f"{names.get(name, name)} {weight / total:.0%}" for name, weight in opponents.weights.items() if weight]
    if opponents.self_play_fraction:
        listed.append(f"every seat learns in {opponents.self_play_fraction:.0%} of the games")
    return ", ".join(listed)


def _describe_ppo(settings: TrainSettings) -> str:
    ppo = settings.ppo
    return (
        f"learner {settings.learner}, learning rate {ppo.learning_rate:g} to {ppo.learning_rate_end:g}, rollouts of "
        f"{ppo.n_envs * ppo.n_steps:,} decisions, minibatches of {ppo.batch_size:,}, {ppo.n_epochs} epochs"
    )


def _describe_network(settings: TrainSettings, network: PolicyValueNet) -> str:
    count = sum(parameter.numel() for parameter in network.parameters())
    hidden = " and ".join(map(str, settings.net.hidden)) or "none"
    start = f"weights of {settings.net.init_from}" if settings.net.init_from else "random initial weights"
    recurrent = f", {settings.net.recurrent} of {settings.net.recurrent_units}" if settings.net.is_recurrent else ""
    return f"hidden layers {hidden}{recurrent}, {count:,} parameters, {start}"
