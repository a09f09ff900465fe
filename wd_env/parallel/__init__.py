"""Where blocks of games are played: in this process, in others of this machine, on a cluster."""
