"""The one entry over many games, in the subset of the rules: interpreted on lists, compiled on arrays of records.

The names `step`, `offend`, `legal`, `chances`, `observe`, `standing` and `is_over` are the game's: the namespace in
which copies of these functions run has them.
"""

from wd_env.core.rng import game_key, weighted_draw

START, STEP, LOOK, LOOK_AS, PICK = range(5)  # begin a game, answer, view of the asked seat, of any seat, random answers


def play_luck(s, stream, weights, used, first_luck, last_luck):
    """Let the stream answer for luck until a decision is open or the game is over."""
    used[s.question] += 1
    while first_luck <= s.question <= last_luck:
        for outcome in range(len(weights)):
            weights[outcome] = 0
        chances(s, weights)  # noqa: F821
        step(s, weighted_draw(stream, weights, len(weights)))  # noqa: F821
        used[s.question] += 1


def look(s, seat, mask, obs):
    """Write the mask of the open decision and the view of one seat."""
    for a in range(len(mask)):
        mask[a] = 0
    legal(s, mask)  # noqa: F821
    look_as(s, seat, obs)


def look_as(s, seat, obs):
    """Write the view of one seat."""
    for i in range(len(obs)):
        obs[i] = 0
    observe(s, seat, obs)  # noqa: F821


def pick(stream, mask):
    """A uniformly random legal action."""
    return weighted_draw(stream, mask, len(mask))


def make_run(tag):
    """The entry; `tag` is in its closure because the compiler's cache key covers closures, not callees."""

    def run(op, luck, seed, states, streams, episodes, rows, actions, masks, obs, done, weights, used, standings):
        tag  # noqa: B018
        for k in range(len(rows)):
            i = rows[k]
            s = states[i]
            if op == START:
                streams[i][0] = game_key(seed[0], seed[1], i, episodes[i], 0)
                streams[i][1] = game_key(seed[0], seed[1], i, episodes[i], 1)
                streams[i][2] = 0
            elif op == STEP and masks[i][actions[k]] == 1:
                step(s, actions[k])  # noqa: F821
            elif op == STEP:
                offend(s, s.seat, masks[i])  # noqa: F821
            if op <= STEP:
                play_luck(s, streams[i], weights, used, luck[0], luck[1])
                done[i] = is_over(s)  # noqa: F821
            if op <= LOOK:
                look(s, s.seat, masks[i], obs[i])
            elif op == LOOK_AS:
                look_as(s, actions[k], obs[k])
            elif op == PICK and done[i] == 0:
                actions[k] = pick(streams[i], masks[i])
            if len(standings) > 0 and op <= STEP:
                standing(s, standings[i])  # noqa: F821

    return run
