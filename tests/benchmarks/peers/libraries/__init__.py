"""One module per library, and the exact versions of all packages of its environment, as pip writes them.

These versions are not in uv.lock: some libraries require a Gymnasium that wd_env does not allow, and uv cannot lock
packages that contradict each other. A module runs in that environment, which does not have wd_env, so it imports
nothing of wd_env.
"""
