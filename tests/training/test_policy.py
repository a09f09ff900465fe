"""MaskablePPO's policy around the network acts like that of sb3-contrib, and never without masks."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from tests.training.networks import ACTIONS, SIZE, random_inputs, with_larger_weights
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import IllegalAction
from wd_env.training.ppo.sb3_policy import SeatPolicy, policy_kwargs

BOX, DISCRETE = spaces.Box(-128, 127, (SIZE,), np.int8), spaces.Discrete(ACTIONS)
THEIRS = {  # sb3-contrib's names of our modules
    "policy": "mlp_extractor.policy_net", "value": "mlp_extractor.value_net", "action": "action_net",
    "value_head": "value_net",
}  # fmt: skip


def made(architecture, seed=0):
    """Return a policy with heads as large as after training, not as small as at the start."""
    torch.manual_seed(seed)
    return with_larger_weights(SeatPolicy(BOX, DISCRETE, lambda _: 1e-3, **policy_kwargs(architecture)))


def test_a_whole_policy_answers_as_sb3_contribs_does():
    ours = made(Architecture((8, 8), 0, "tanh"))
    theirs = MaskableActorCriticPolicy(BOX, DISCRETE, lambda _: 1e-3, net_arch=[8, 8])
    rooms = [(name.split("."), tensor) for name, tensor in ours.network.state_dict().items()]
    theirs.load_state_dict({".".join([THEIRS[room], *rest]): tensor for (room, *rest), tensor in rooms})
    ours.network.scale.fill_(1.0)  # theirs gets unscaled numbers
    views, masks = random_inputs(32)
    tensor, actions = torch.as_tensor(views), torch.as_tensor(masks.argmax(axis=1))
    for mine, other in zip(
        ours.evaluate_actions(tensor, actions, torch.as_tensor(masks)),
        theirs.evaluate_actions(tensor, actions, torch.as_tensor(masks)),
        strict=True,
    ):
        torch.testing.assert_close(mine, other)
    mine, _ = ours.predict(views, deterministic=True, action_masks=masks)
    assert mine.tolist() == theirs.predict(views, deterministic=True, action_masks=masks)[0].tolist()


def test_the_answers_of_a_rollout_are_consistent_with_their_evaluation():
    policy = made(Architecture((8, 8), 1, "tanh"))
    views, masks = random_inputs(128)
    actions, values, log_probs = policy(torch.as_tensor(views), action_masks=masks)
    again, score, _ = policy.evaluate_actions(torch.as_tensor(views), actions, torch.as_tensor(masks))
    torch.testing.assert_close(values, again)
    torch.testing.assert_close(log_probs, score)
    torch.testing.assert_close(values, policy.predict_values(torch.as_tensor(views)))
    likeliest, _, _ = policy(torch.as_tensor(views), deterministic=True, action_masks=masks)
    assert torch.equal(likeliest, policy.get_distribution(torch.as_tensor(views), masks).mode())


def test_a_policy_without_masks_refuses_to_answer():
    policy = made(Architecture((8, 8), 1, "tanh"))
    views, masks = random_inputs(2)
    with pytest.raises(IllegalAction, match="action masks: expected an array, got none"):
        policy(torch.as_tensor(views))
    policy(torch.as_tensor(views), action_masks=masks)
    with pytest.raises(
        IllegalAction, match="action masks: expected an array, got none"
    ):  # those of the last call are not kept
        policy.predict(views)
