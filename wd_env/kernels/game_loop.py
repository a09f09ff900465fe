"""The kernel over many games, in the subset of the rules: interpreted on lists, compiled on arrays of records.

These functions are copied into a namespace that defines `step`, `apply_violation`, `legal`, `chance_weights`,
`observe`, `resample`, `potential`, `final_rewards` and `is_terminal` of the game.
"""

from wd_env.kernels.bits import has_flag, pack_flags
from wd_env.kernels.philox import bounded_draw, game_key, uniform_draw, weighted_draw

# Operations: start games, play actions, play random actions, find illegal actions, refresh outputs, observe any seat,
# sample actions, resample hidden information.
START, STEP, PLAY, CHECK, REFRESH, OBSERVE, SAMPLE, RESAMPLE = range(8)
STREAM_WORDS = 3  # of a random stream: a key of two words, a counter
RETURNS_WIDTH = 3  # values for each number of winners and players, see `rewards.returns_table`
EPISODE_COLUMN = 3  # column of the seeds: low and high half, row, episode
NO_ERROR = -1  # result unless action number k is illegal, which is then the result
STUCK = -2  # result minus k, if a running game has no legal action after action number k


def sample_chance(s, stream, outcome_counts, weights, nodes_opened):
    """Sample chance from the stream until a decision or the end of the game."""
    nodes_opened[s.node] += 1
    while outcome_counts[s.node] != 0:
        step(s, sample_outcome(s, stream, outcome_counts[s.node], weights))  # noqa: F821
        nodes_opened[s.node] += 1


def sample_outcome(s, stream, count, weights):
    """Sample one of `count` outcomes by weight, or for a negative count uniformly one of -count."""
    if count < 0:
        return bounded_draw(stream, -count)
    for outcome in range(count):
        weights[outcome] = 0
    chance_weights(s, weights)  # noqa: F821
    return weighted_draw(stream, weights, count)


def write_mask(s, mask):
    """Write the mask of the current decision."""
    for a in range(len(mask)):
        mask[a] = 0
    legal(s, mask)  # noqa: F821


def write_observation(s, seat, obs):
    """Write the observation of one seat."""
    for i in range(len(obs)):
        obs[i] = 0
    observe(s, seat, obs)  # noqa: F821


def write_current_observation(s, i, obs):
    """Write the observation of the seat to move, if observations are written."""
    if len(obs) > 0:
        write_observation(s, s.seat, obs[i])


def write_potentials(s, i, potentials):
    """Write the potentials of players, if rewards are shaped."""
    if len(potentials) > 0:
        potential(s, potentials[i])  # noqa: F821


def write_rewards(s, terminal, returns, rewards):
    """Write the rewards of a step, from `rewards.returns_table`; a win counts only when the game has ended."""
    winners = 0
    if terminal == 1:
        for player in range(s.players):
            winners += s.won[player]
    for player in range(len(rewards)):
        rewards[player] = returns[0]
    if winners > 0:
        index = RETURNS_WIDTH * (winners * (len(rewards) + 1) + s.players)
        last = 0
        for player in range(s.players):
            rewards[player] = returns[index + s.won[player]]
            last = player if s.won[player] == 0 else last
        rewards[last] += returns[index + 2]


def write_final_rewards(s, terminal, rewards):
    """Write the final rewards of a game that has its own rule for them."""
    if terminal == 1:
        final_rewards(s, rewards)  # noqa: F821


def first_illegal(rows, actions, masks, legal_bits, penalizes, terminal):
    """Return the index of the first illegal action, or NO_ERROR."""
    for k in range(len(rows)):
        i = rows[k]
        a = actions[k]
        if terminal[i] == 1 or a < 0 or a >= len(masks[i]):
            return k
        if has_flag(legal_bits[i], a) == 0 and penalizes[i] == 0:
            return k
    return NO_ERROR


def sample_actions(rows, actions, streams, legal_bits, terminal):
    """Sample a random action for each row from its stream; return NO_ERROR or the code of a stuck row."""
    stuck = NO_ERROR
    for k in range(len(rows)):
        i = rows[k]
        if is_empty_mask(legal_bits[i]) or terminal[i] == 1:
            stuck = first_stuck(stuck, k, terminal[i])
        else:
            actions[k] = uniform_draw(streams[i], legal_bits[i])
    return stuck


def is_empty_mask(words):
    """Return whether the mask has no legal action."""
    result = 0
    for at in range(len(words)):
        result |= words[at]
    return result == 0


def first_stuck(result, k, terminal):
    """Return the first stuck row as the result of the kernel; a finished game is not stuck."""
    if terminal == 1:
        return result
    return STUCK - k if result == NO_ERROR else max(result, STUCK - k)


def write_observations(rows, seats, states, obs):
    """Write the observation of one seat in each of these rows."""
    for k in range(len(rows)):
        write_observation(states[rows[k]], seats[k], obs[k])
    return NO_ERROR


def resample_each(rows, seats, states, streams):
    """Resample what is hidden from one seat in each of these rows."""
    for k in range(len(rows)):
        resample(states[rows[k]], seats[k], streams[rows[k]])  # noqa: F821
    return NO_ERROR


def apply_action(s, a, legal_bits, mask):
    """Play an action, or apply the penalty of an illegal one, with the mask as scratch."""
    if has_flag(legal_bits, a) == 1:
        step(s, a)  # noqa: F821
    else:
        apply_violation(s, s.seat, mask)  # noqa: F821


def reset_stream(stream, seed):
    """Set the separate random stream of a new game."""
    seed[EPISODE_COLUMN] += 1
    for word in range(2):
        stream[word] = game_key(seed[0], seed[1], seed[2], seed[EPISODE_COLUMN], word)
    stream[2] = 0


def make_run(cache_key):
    """Return the kernel; `cache_key` is in its closure because Numba's cache key covers closures, not callees."""

    def run(  # noqa: PLR0912  one function, whose branches are the operations
        op,
        num_steps,
        autoreset,
        games_at_once,
        rows,
        actions,
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
    ):
        cache_key  # noqa: B018
        if op == STEP or op == CHECK:
            error = first_illegal(rows, actions, masks, legal_bits, penalizes, terminal)
            if error != NO_ERROR or op == CHECK:
                return error
        if op == OBSERVE:
            return write_observations(rows, actions, states, obs)
        if op == RESAMPLE:
            return resample_each(rows, actions, states, streams)
        if op == SAMPLE:
            return sample_actions(rows, actions, streams, legal_bits, terminal)
        stuck = NO_ERROR
        # `games_at_once` games play all steps before the next ones, so that they stay in the processor's cache
        for first in range(0, len(rows), games_at_once):
            for _ in range(num_steps):
                for k in range(first, min(first + games_at_once, len(rows))):
                    i = rows[k]
                    s = states[i]
                    if op == PLAY:
                        if terminal[i] == 1 or is_empty_mask(legal_bits[i]):
                            stuck = first_stuck(stuck, k, terminal[i])
                            continue
                        actions[k] = uniform_draw(streams[i], legal_bits[i])
                    if op == STEP or op == PLAY:
                        apply_action(s, actions[k], legal_bits[i], masks[i])
                        sample_chance(s, streams[i], outcome_counts, weights, nodes_opened)
                        terminal[i] = is_terminal(s)  # noqa: F821
                        write_rewards(s, terminal[i], returns, rewards[i])
                        write_final_rewards(s, terminal[i], rewards[i])
                        done[i] = terminal[i]
                        truncated[i] = s.truncated
                    if op == START or (op != REFRESH and terminal[i] == 1 and autoreset == 1):
                        states[i] = templates[template_ids[i]]
                        s = states[i]
                        reset_stream(streams[i], seeds[i])
                        sample_chance(s, streams[i], outcome_counts, weights, nodes_opened)
                        terminal[i] = is_terminal(s)  # noqa: F821
                    seat[i] = s.seat
                    player[i] = s.owner[s.seat]
                    write_mask(s, masks[i])
                    write_current_observation(s, i, obs)
                    # reading what was just written as words stalls the processor
                    if pack_flags(masks[i], legal_bits[i]) == 0:
                        stuck = first_stuck(stuck, k, terminal[i])
                    write_potentials(s, i, potentials)
        return stuck

    return run
