"""Reads a document of the check as its consumers would: `read_formats.py sarif SCHEMA < document` or `read_formats.py junit < document`.

Prints one line for each property: its name and how it counts.
"""
import json
import sys
import xml.etree.ElementTree as xml


def validate(log, schema):
    try:
        import jsonschema
    except ImportError:
        print("SKIPPED: the SARIF is not held against its schema, Python has no `jsonschema`", file=sys.stderr)
        return
    with open(schema, encoding="utf-8") as file:
        jsonschema.validate(log, json.load(file))


def sarif(text, schema):
    log = json.loads(text)
    validate(log, schema)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uri"] and place["region"]["startLine"] >= 1
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["kind"] == "fail" or result["level"] == "none"
        yield result["ruleId"], result["kind"]
    (invocation,) = run["invocations"]
    yield "exit code", str(invocation["exitCode"])


def junit(text, _schema):
    suites = xml.fromstring(text)
    for case in suites.iter("testcase"):
        bad = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        yield case.get("name"), bad[0] if bad else "pass"


reader = {"sarif": sarif, "junit": junit}[sys.argv[1]]
for name, how in reader(sys.stdin.read(), sys.argv[2] if len(sys.argv) > 2 else None):
    print(f"{name}\t{how}")
