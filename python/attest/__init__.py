"""Find out whether the theorems behind attention mechanisms really work.

    >>> import attest
    >>> [v.verdict for v in attest.verify("strassen/function-composition", n=2)]
    ['refuted', 'holds']

Every function is the command of that name (docs/manual.md, `attest help COMMAND`) and runs it in this process; docs/python.md is the
page about this module. Numbers are exact: Fraction, or a pair of them that encloses a real number.
"""

from types import FunctionType

from attest._core import version as __version__
from attest._calls import Error
from attest._catalogue import Claim, Claims, Parameter, catalogue
from attest._explanation import Explanation, explain
from attest._numbers import Enclosure, Exact
from attest._pages import Page, report
from attest._proof import Proof, Step, prove
from attest._studies import Precision, Precisions, Reduction, Run, Shattering, precision, reduce, run, shatter
from attest._theorem import Theorem, theorem
from attest._verdict import Check, Inputs, Margins, Verdict, Verdicts, verify
from attest._weights import Weights, weights

__all__ = [
    "Check", "Claim", "Claims", "Enclosure", "Error", "Exact", "Explanation", "Inputs", "Margins", "Page", "Parameter", "Precision",
    "Precisions", "Proof", "Reduction", "Run", "Shattering", "Step", "Theorem", "Verdict", "Verdicts", "Weights", "__version__", "catalogue",
    "explain", "precision", "prove", "reduce", "report", "run", "shatter", "theorem", "verify", "weights",
]

# They are known by the name under which they are used; the modules that hold them are nobody's business.
for _name in __all__:
    _value = globals()[_name]
    if isinstance(_value, (type, FunctionType)):
        _value.__module__ = "attest"
del _name, _value
