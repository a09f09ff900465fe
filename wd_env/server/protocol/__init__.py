"""Messages of the protocol, their parser and generated schemas."""
