"""What one thread of a GPU does: the entry of `wd_env.kernels.game_loop` over a single game, one answer after another.

`run` is that entry, compiled for the device with all rules; the namespace in which a copy of `play` runs has it.
"""

from numba import cuda, int64

from wd_env.kernels.game_loop import ALL_GOOD


def make_play(chance_width, questions):
    """The kernel; scratch of a thread needs its size when it is compiled."""

    def play(
        op,
        rounds,
        restarts,
        refused,
        answers,
        outcomes,
        returns,
        templates,
        kind,
        states,
        seeds,
        streams,
        punishes,
        offered,
        over,
        standings,
        masks,
        obs,
        seat,
        player,
        rewards,
        done,
        truncated,
    ):
        i = cuda.grid(1)
        if i >= len(over):
            return
        row = cuda.local.array(1, int64)
        answer = cuda.local.array(1, int64)
        weights = cuda.local.array(chance_width, int64)
        used = cuda.local.array(questions, int64)  # each thread's own, read by nobody: one for all would be a queue
        row[0] = i
        answer[0] = answers[i]
        found = run(  # noqa: F821  the only call, or the device would carry the rules twice
            op,
            rounds,
            restarts,
            row,
            answer,
            outcomes,
            returns,
            weights,
            used,
            templates,
            kind,
            states,
            seeds,
            streams,
            punishes,
            offered,
            over,
            standings,
            masks,
            obs,
            seat,
            player,
            rewards,
            done,
            truncated,
        )
        if found != ALL_GOOD:
            cuda.atomic.min(refused, 0, i)

    return play
