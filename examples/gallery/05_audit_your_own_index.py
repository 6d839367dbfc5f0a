"""
Audit an index of your own
==========================

Write a formula of pair counts, and have its properties decided: proved, or refuted by the smallest
counterexample.
"""

import partwise as pw

tversky = pw.define("tversky", "n11 / (n11 + n10/2 + 2*n01)", range=(0, 1))
chosen = ["maximal_agreement", "symmetry", "monotonicity", "strong_monotonicity", "bias"]
found = pw.audit(tversky, properties=chosen)
print(found)

# %%
# A verdict is data. This one is refuted by three items.

example = found.verdicts["symmetry"].counterexample
for name, labels in example.clusterings.items():
    print(name, labels)
print(example.values)

# %%
# A proof can be checked again without any search.

certificate = pw.audit("CC", properties=["monotonicity"]).verdicts["monotonicity"].certificate
print("\n".join(str(certificate).splitlines()[:5]), "\n…")
print("rechecked:", certificate.recheck())
