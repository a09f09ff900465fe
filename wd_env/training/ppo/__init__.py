"""PPO: two learners, networks, buffers and advantages."""
