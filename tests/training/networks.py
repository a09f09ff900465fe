"""Small networks with different outputs, and inputs for them."""

import numpy as np
import torch

SIZE, ACTIONS = 17, 6  # size of a view, and of the action space


def as_if_trained(module):
    """Return the network with heads as large as after training, not as small as at the start."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return module


def asked(rows, seed=0):
    """Return views and masks, each mask with at least one legal action."""
    generator = np.random.default_rng(seed)
    views = generator.integers(-3, 4, (rows, SIZE)).astype(np.int8)
    masks = generator.integers(0, 2, (rows, ACTIONS)).astype(np.int8)
    masks[np.arange(rows), generator.integers(0, ACTIONS, rows)] = 1
    return views, masks
