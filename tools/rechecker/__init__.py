"""A second reader and evaluator of theorem files, written from docs/language.md and docs/theorem-files.md.

It shares no code with attest. Everything is a Fraction, an enclosure by two integers over a power of two
(enclosures.py), or an exponential sum whose vanishing is decided exactly (exponential_sums.py)."""
