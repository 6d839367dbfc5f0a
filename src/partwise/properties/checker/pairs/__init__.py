"""Check proofs about indices of pair counts: a program of its own, a few hundred lines long.

It shares nothing with the rest of the checker. Copy this folder anywhere, and run ``python -m pairs
certificate.json``. A property is derived from the formula and the conventions; the certificate
only supplies factors of polynomials, which are tried as divisors.
"""
