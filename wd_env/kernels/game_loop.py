"""The one entry over many games, in the subset of the rules: interpreted on lists, compiled on arrays of records.

The names `step`, `offend`, `legal`, `chances`, `observe`, `resample`, `standing`, `settle` and `is_over` are those of
the game: the namespace in which copies of these functions run has them.
"""

from wd_env.kernels.bits import is_in_words, put_in_words
from wd_env.kernels.philox import bounded_draw, game_key, uniform_draw, weighted_draw

# Begin, answer, answer at random, look for answers that cannot be given, look again, look as any seat, pick answers,
# deal anew what a seat cannot know.
START, STEP, PLAY, CHECK, LOOK, LOOK_AS, PICK, RESAMPLE = range(8)
STREAM_WORDS = 3  # of a stream: a key of two words, a counter
RETURNS = 3  # numbers for each number of winners and players, see `rewards.returns_table`
EPISODE = 3  # column of the seeds: low and high half, number of the game, episode
ALL_GOOD = -1  # what the entry returns unless it refuses the answer number k
STUCK = -2  # less k, where after the answer number k a decision is open that offers nothing
GAMES_AT_ONCE = 128  # play all rounds before the next ones, so that a processor keeps them near


def play_chance(s, stream, outcomes, weights, used):
    """Sample chance from the stream until a decision is open or the game is over."""
    used[s.question] += 1
    while outcomes[s.question] != 0:
        step(s, draw_outcome(s, stream, outcomes[s.question], weights))  # noqa: F821
        used[s.question] += 1


def draw_outcome(s, stream, count, weights):
    """One of so many outcomes; of -count that are as likely each, without weighing them."""
    if count < 0:
        return bounded_draw(stream, -count)
    for outcome in range(count):
        weights[outcome] = 0
    chances(s, weights)  # noqa: F821
    return weighted_draw(stream, weights, count)


def look(s, mask):
    """Write the mask of the open decision."""
    for a in range(len(mask)):
        mask[a] = 0
    legal(s, mask)  # noqa: F821


def look_as(s, seat, obs):
    """Write the view of one seat."""
    for i in range(len(obs)):
        obs[i] = 0
    observe(s, seat, obs)  # noqa: F821


def look_asked(s, i, obs):
    """The view of the seat that is asked, where views are written at all."""
    if len(obs) > 0:
        look_as(s, s.seat, obs[i])


def note_standing(s, i, standings):
    """What each player has, where rewards are shaped by it."""
    if len(standings) > 0:
        standing(s, standings[i])  # noqa: F821


def pay(s, over, returns, rewards):
    """What a step brings each player, by `rewards.returns_table`: at the end, if somebody has won."""
    winners = 0
    if over == 1:
        for player in range(s.players):
            winners += s.won[player]
    for player in range(len(rewards)):
        rewards[player] = returns[0]
    if winners > 0:
        place = RETURNS * (winners * (len(rewards) + 1) + s.players)
        last = 0
        for player in range(s.players):
            rewards[player] = returns[place + s.won[player]]
            last = player if s.won[player] == 0 else last
        rewards[last] += returns[place + 2]


def settle_end(s, over, rewards):
    """What the rules of a game pay at its end, where they have a way of their own."""
    if over == 1:
        settle(s, rewards)  # noqa: F821


def first_refused(rows, actions, masks, offered, punishes, over):
    """Which answer is the first that cannot be given, or ALL_GOOD."""
    for k in range(len(rows)):
        i = rows[k]
        a = actions[k]
        if over[i] == 1 or a < 0 or a >= len(masks[i]):
            return k
        if is_in_words(offered[i], a) == 0 and punishes[i] == 0:
            return k
    return ALL_GOOD


def pick_answers(rows, actions, streams, offered, over):
    """A random answer wherever one is asked for, from the streams of the rows."""
    stuck = ALL_GOOD
    for k in range(len(rows)):
        i = rows[k]
        if offers_none(offered[i]) or over[i] == 1:
            stuck = first_stuck(stuck, k, over[i])
        else:
            actions[k] = uniform_draw(streams[i], offered[i])
    return stuck


def offers_none(words):
    """No action is offered."""
    found = 0
    for at in range(len(words)):
        found |= words[at]
    return found == 0


def first_stuck(found, k, over):
    """The first of the places that are stuck, as the entry returns it; a game that is over is not."""
    if over == 1:
        return found
    return STUCK - k if found == ALL_GOOD else max(found, STUCK - k)


def look_as_each(rows, seats, states, obs):
    """The view of one seat in each of these rows."""
    for k in range(len(rows)):
        look_as(states[rows[k]], seats[k], obs[k])
    return ALL_GOOD


def resample_each(rows, seats, states, streams):
    """In each of these rows, deal anew what one seat cannot know."""
    for k in range(len(rows)):
        resample(states[rows[k]], seats[k], streams[rows[k]])  # noqa: F821
    return ALL_GOOD


def give_answer(s, a, offered, mask):
    """Carry it out, or what it costs where it was not offered; the mask is scratch then."""
    if is_in_words(offered, a) == 1:
        step(s, a)  # noqa: F821
    else:
        offend(s, s.seat, mask)  # noqa: F821


def begin(stream, seed):
    """Give a new game a stream of its own."""
    seed[EPISODE] += 1
    for word in range(2):
        stream[word] = game_key(seed[0], seed[1], seed[2], seed[EPISODE], word)
    stream[2] = 0


def make_run(tag):
    """The entry; `tag` is in its closure because the compiler's cache key covers closures, not callees."""

    def run(  # noqa: PLR0912  one entry, whose branches are the operations
        op,
        rounds,
        restarts,
        rows,
        actions,
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
    ):
        tag  # noqa: B018
        if op == STEP or op == CHECK:
            refused = first_refused(rows, actions, masks, offered, punishes, over)
            if refused != ALL_GOOD or op == CHECK:
                return refused
        if op == LOOK_AS:
            return look_as_each(rows, actions, states, obs)
        if op == RESAMPLE:
            return resample_each(rows, actions, states, streams)
        if op == PICK:
            return pick_answers(rows, actions, streams, offered, over)
        stuck = ALL_GOOD
        for first in range(0, len(rows), GAMES_AT_ONCE):
            for _ in range(rounds):
                for k in range(first, min(first + GAMES_AT_ONCE, len(rows))):
                    i = rows[k]
                    s = states[i]
                    if op == PLAY:
                        if over[i] == 1 or offers_none(offered[i]):
                            stuck = first_stuck(stuck, k, over[i])
                            continue
                        actions[k] = uniform_draw(streams[i], offered[i])
                    if op == STEP or op == PLAY:
                        give_answer(s, actions[k], offered[i], masks[i])
                        play_chance(s, streams[i], outcomes, weights, used)
                        over[i] = is_over(s)  # noqa: F821
                        pay(s, over[i], returns, rewards[i])
                        settle_end(s, over[i], rewards[i])
                        done[i] = over[i]
                        truncated[i] = s.truncated
                    if op == START or (op != LOOK and over[i] == 1 and restarts == 1):
                        states[i] = templates[kind[i]]
                        s = states[i]
                        begin(streams[i], seeds[i])
                        play_chance(s, streams[i], outcomes, weights, used)
                        over[i] = is_over(s)  # noqa: F821
                    seat[i] = s.seat
                    player[i] = s.owner[s.seat]
                    look(s, masks[i])
                    look_asked(s, i, obs)
                    # what was just written can be read in words only after a while
                    if put_in_words(masks[i], offered[i]) == 0:
                        stuck = first_stuck(stuck, k, over[i])
                    note_standing(s, i, standings)
        return stuck

    return run
