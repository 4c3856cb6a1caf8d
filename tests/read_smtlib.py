"""Answers the questions of an SMT-LIB script with cvc5: `read_smtlib.py < script`.

Prints the answers, one a line; `SKIPPED` if Python has no `cvc5`.
"""
import sys

try:
    import cvc5
except ImportError:
    print("SKIPPED")
    sys.exit()

solver = cvc5.Solver()
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "script")
symbols = parser.getSymbolManager()
while True:
    command = parser.nextCommand()
    if command.isNull():
        break
    print(command.invoke(solver, symbols), end="")
