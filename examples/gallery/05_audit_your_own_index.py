"""
Audit your own index
====================

Write a formula of pair counts, and find out which properties it has. Each property is proved, or
refuted by the smallest counterexample.
"""

import partwise as pw

tversky = pw.define("tversky", "n11 / (n11 + n10/2 + 2*n01)", range=(0, 1))
chosen = ["maximal_agreement", "symmetry", "monotonicity", "strong_monotonicity", "bias"]
found = pw.audit(tversky, properties=chosen)
print(found)

# %%
# The verdict has the counterexample as data. Here three items are enough.

example = found.verdicts["symmetry"].counterexample
for name, labels in example.clusterings.items():
    print(name, labels)
print(example.values)

# %%
# You can check a proof without any search.

certificate = pw.audit("CC", properties=["monotonicity"]).verdicts["monotonicity"].certificate
print("\n".join(str(certificate).splitlines()[:5]), "\n…")
print("rechecked:", certificate.recheck())
