"""Whether a saved state is one that a table can be in: `state.check_state`, and what each open question counts on."""
