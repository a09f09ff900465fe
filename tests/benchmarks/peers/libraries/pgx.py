"""Pgx: games in JAX, compiled for the processor."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

DISTRIBUTIONS = ("pgx", "jax", "jaxlib")
GAMES = 1024
STEPS = 32  # steps per compiled call


def backgammon() -> Callable[[], int]:
    """Return a compiled loop over all games: a random action from the mask, a step, and a restart of finished games."""
    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, answers, chance_key = jax.random.split(key, 3)
        noise = jax.random.gumbel(answers, state.legal_action_mask.shape)
        drawn = jnp.where(state.legal_action_mask, noise, -jnp.inf).argmax(axis=1)
        return (step(state, drawn, jax.random.split(chance_key, GAMES)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(decide, carry, None, length=STEPS)[0])
    first, rest = jax.random.split(jax.random.PRNGKey(1))
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(first, GAMES)), rest

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return GAMES * STEPS

    return play


CASES = {"backgammon": backgammon}
