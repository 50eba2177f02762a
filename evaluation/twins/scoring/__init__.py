"""Scores a run of twins by direction and task, beside chance, another run and, where asked for, published figures."""
