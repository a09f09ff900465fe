"""Training by self-play: settings, policy, rollout and snapshots, shared by the scripts of this folder."""
