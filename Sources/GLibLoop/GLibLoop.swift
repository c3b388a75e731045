// GLibLoop
