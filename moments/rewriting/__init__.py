"""How a description becomes a caption: prompt, answers, checks, names replaced by rule, words compared."""
