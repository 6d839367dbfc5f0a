"""Check certificates with the standard library alone; nothing here imports partwise.

Copy this folder anywhere and run ``python -m checker certificate.json``. What a certificate claims
is derived here from its formula and its property, step by step; the certificate only supplies what
takes a search to find, such as how a polynomial factors, and each such witness is multiplied out.
"""
