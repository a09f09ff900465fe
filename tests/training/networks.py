"""Small networks with different outputs, and inputs for them."""

import numpy as np
import torch

SIZE, ACTIONS = 17, 6  # size of an observation, and of the action space


def with_larger_weights(module):
    """Add random values to all weights, because the initial output weights are small."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return module


def random_inputs(rows, seed=0):
    """Return observations and masks; every mask has at least one legal action."""
    generator = np.random.default_rng(seed)
    obs = generator.integers(-3, 4, (rows, SIZE)).astype(np.int8)
    masks = generator.integers(0, 2, (rows, ACTIONS)).astype(np.int8)
    masks[np.arange(rows), generator.integers(0, ACTIONS, rows)] = 1
    return obs, masks
