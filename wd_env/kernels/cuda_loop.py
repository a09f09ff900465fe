"""The work of one GPU thread: the kernel of `game_loop` over a single game, one action after another.

`run` is that kernel, compiled for the device with all rules; the namespace in which a copy of `play` runs defines it.
"""

from numba import cuda, int64

from wd_env.kernels.game_loop import NO_ERROR


def make_play(chance_width, num_nodes):
    """Return the kernel; the sizes of a thread's scratch arrays must be known when it is compiled."""

    def play(
        op,
        num_steps,
        autoreset,
        illegal_row,
        actions,
        outcome_counts,
        returns,
        templates,
        template_ids,
        states,
        seeds,
        streams,
        penalizes,
        legal_bits,
        terminal,
        potentials,
        masks,
        obs,
        seat,
        player,
        rewards,
        done,
        truncated,
    ):
        i = cuda.grid(1)
        if i >= len(terminal):
            return
        row = cuda.local.array(1, int64)
        action = cuda.local.array(1, int64)
        weights = cuda.local.array(chance_width, int64)
        # separate for each thread and never read: a shared counter would serialise the threads
        nodes_opened = cuda.local.array(num_nodes, int64)
        row[0] = i
        action[0] = actions[i]
        result = run(  # noqa: F821  the only call, so that the device has the rules only once
            op,
            num_steps,
            autoreset,
            1,  # one game at once
            row,
            action,
            outcome_counts,
            returns,
            weights,
            nodes_opened,
            templates,
            template_ids,
            states,
            seeds,
            streams,
            penalizes,
            legal_bits,
            terminal,
            potentials,
            masks,
            obs,
            seat,
            player,
            rewards,
            done,
            truncated,
        )
        if result != NO_ERROR:
            cuda.atomic.min(illegal_row, 0, i)

    return play
