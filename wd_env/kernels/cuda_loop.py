"""What one thread of a GPU does: the entry of `wd_env.kernels.game_loop` over a single game, one answer after another.

`run` is that entry, compiled for the device with all rules; the namespace in which a copy of `play` runs has it.
"""

from numba import cuda, int64

from wd_env.kernels.game_loop import NO_ERROR


def make_play(chance_width, num_nodes):
    """The kernel; scratch of a thread needs its size when it is compiled."""

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
        answer = cuda.local.array(1, int64)
        weights = cuda.local.array(chance_width, int64)
        nodes_opened = cuda.local.array(
            num_nodes, int64
        )  # each thread's own, read by nobody: one for all would be a queue
        row[0] = i
        answer[0] = actions[i]
        found = run(  # noqa: F821  the only call, or the device would carry the rules twice
            op,
            num_steps,
            autoreset,
            row,
            answer,
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
        if found != NO_ERROR:
            cuda.atomic.min(illegal_row, 0, i)

    return play
