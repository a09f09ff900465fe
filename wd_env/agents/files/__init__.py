"""Files of trained bots: header, checks, bundled models, import from Stable-Baselines3, export as ONNX."""
