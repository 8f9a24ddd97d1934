"""The language: each `.kina` example of the docs runs, and the reference and the tests are whole.

A block ```kina has to be accepted. A block ```kina error has to be refused with what the ```text
block behind it says: all of the diagnostics, without the name of the file. A block whose first line
is a comment `// name.kina` is a file of that name, which the other blocks of the page can import.
"""

import re
import subprocess

import pytest

from test_docs import PAGES, ROOT, TRANSLATE, fences

FRONTEND = ROOT / "lib" / "Kina" / "Frontend"
TESTS = ROOT / "test" / "Frontend"
LANGUAGE = ROOT / "docs" / "language.md"

# --------------------------------------------------------------------------------------------------
# Examples
# --------------------------------------------------------------------------------------------------


def examples(text):
    """Returns (line, program, diagnostics or None) of each .kina example of a page."""
    found = fences(text)
    result = []
    for index, (line, language, program) in enumerate(found):
        if language == "kina":
            result.append((line, program, None))
        elif language == "kina error":
            behind = found[index + 1] if index + 1 < len(found) else (0, "nothing", "")
            assert behind[1] == "text", f"line {line}: expected ```text behind, got {behind[1]}"
            result.append((line, program, behind[2]))
    return result


def name_of(program):
    """Returns the file that a program names in its first line, or None."""
    named = re.match(r"// (\S+\.kina)\n", program)
    return named and named[1]


def translate(program, folder):
    """Runs an example; returns the exit code and the diagnostics without the name of its file."""
    name = name_of(program)
    ran = subprocess.run(
        [TRANSLATE, "--kina-to-mlir", name or "-"],
        input=program,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    said = re.sub(f"^{re.escape(name or '<stdin>')}:", "", ran.stderr, flags=re.MULTILINE)
    return ran.returncode, said


def check(program, expected, others, folder):
    """Runs one example beside the files that the others of its page are."""
    for other in others:
        if name_of(other):
            (folder / name_of(other)).write_text(other, encoding="utf-8")
    assert translate(program, folder) == (0 if expected is None else 1, expected or "")


EXAMPLES = [
    pytest.param(page, line, id=f"{page.relative_to(ROOT)}:{line}")
    for page in PAGES
    for line, _, _ in examples(page.read_text())
]


@pytest.mark.parametrize(("page", "line"), EXAMPLES)
def test_example(page, line, tmp_path):
    found = examples(page.read_text())
    ((program, expected),) = [(text, said) for at, text, said in found if at == line]
    check(program, expected, [other for _, other, _ in found], tmp_path)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("fn f() -> () { return x }\n", None),
        ("fn f() -> () { return () }\n", "1:1: error: anything\n"),
        ("size D = E\n", "1:10: error: unknown size 'F'\nsize D = E\n         ^\n"),
    ],
)
def test_wrong_example_is_found(program, expected, tmp_path):
    with pytest.raises(AssertionError):
        check(program, expected, [], tmp_path)


# --------------------------------------------------------------------------------------------------
# The reference is whole
# --------------------------------------------------------------------------------------------------


def sections():
    """Returns (heading, text) of each section of the reference."""
    parts = re.split(r"^##+ (.*)$", LANGUAGE.read_text(), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_every_construct_has_an_example_and_an_error():
    """Each op, and each section that has a grammar."""
    ops = {re.sub(r"\W", "", name) for name in op_names()} | {"Binary ops", "Unary ops"}
    for heading, text in sections():
        languages = {language for _, language, _ in fences(text)}
        if heading in ops or "ebnf" in languages:
            assert {"kina", "kina error"} <= languages, heading


def op_names():
    """Returns the ops of the language."""
    text = (FRONTEND / "Semantics" / "Ops.def").read_text()
    return re.findall(r"^(?:OP|ELEMENTWISE)\((\w+),", text, re.MULTILINE)


def test_every_op_is_shown_in_both_spellings():
    accepted = "".join(
        program for _, program, said in examples(LANGUAGE.read_text()) if said is None
    )
    ops = op_names()
    assert len(ops) > 30
    for op in ops:
        assert re.search(rf"\b{op}\(", accepted), op
        assert re.search(rf"\b{op}(\[.*\]| [\w(])", accepted), op


def rules(text):
    """Returns the rules of a grammar by name, with single spaces."""
    found = re.findall(r"^(\w+) *::=(.*(?:\n +\|.*)*)", text, re.MULTILINE)
    assert len({name for name, _ in found}) == len(found), "two rules of one name"
    return {name: " ".join(rule.split()) for name, rule in found}


def test_grammar_is_that_of_the_parser():
    """The comments of the parser and the reference have the same rules; none lacks a part."""
    documented = rules(
        "".join(text for _, tag, text in fences(LANGUAGE.read_text()) if tag == "ebnf")
    )
    comments = "".join(path.read_text() for path in sorted(FRONTEND.rglob("*.cpp")))
    parsed = rules(re.sub(r"^/// ?", "", comments, flags=re.MULTILINE))
    assert len(parsed) > 25
    assert {name: documented.get(name) for name in parsed} == parsed
    for rule in documented.values():
        parts = re.findall(r"\w+", re.sub(r"'[^']*'|\[[^\]]*\]", "", rule))
        assert set(parts) <= {*documented, "character"}, rule


# --------------------------------------------------------------------------------------------------
# Every message of the front end has a test
# --------------------------------------------------------------------------------------------------

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
# Texts of the front end that no user is told in an error.
NO_MESSAGES = {
    # These stand in --help.
    "translate .kina text to the kina dialect",
    "translate the kina dialect to .kina text",
    # Kinds of tokens that no rule of the grammar asks for by kind.
    "a decimal number",
    "a string",
    "an integer",
    "an unexpected character",
    # MLIR's own verifier has seen to it that a callee is there.
    "expected a function of the module, but got '@",
    # These take an extent that is not a number, which no construct makes.
    " are not known to be equal",
    "is not known when the function is compiled",
    "expected an integer that does not depend on a size argument, but got ",
}


def code(text):
    """Returns C++ without comments, preprocessor lines, characters and what is not reached."""
    text = re.sub(
        rf"({LITERAL})|'(?:[^'\\]|\\.)+'|//.*|^ *#.*",
        lambda m: m[1] or "",
        text,
        flags=re.MULTILINE,
    )
    return re.sub(rf"llvm_unreachable\(\s*(?:{LITERAL}\s*)+\)", "", text)


def literals(text):
    """Returns the string literals of C++; those side by side are one."""
    found = [
        re.findall(LITERAL, run[0]) for run in re.finditer(rf"{LITERAL}(?:\s*{LITERAL})*", text)
    ]
    return [re.sub(r"\\(.)", r"\1", "".join(part[1:-1] for part in parts)) for parts in found]


def pattern(*texts):
    """Returns a regular expression of texts with anything between them and for {0}."""
    return ".*".join(re.escape(part) for text in texts for part in re.split(r"\{\d[^}]*\}", text))


def arguments(text, start):
    """Returns the text from `start` to the parenthesis that closes."""
    depth = 1
    for match in re.compile(rf"{LITERAL}|[()]").finditer(text, start):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            return text[start : match.start()]
    raise AssertionError("a call has no end")


def messages(text):
    """Returns patterns that some expectation of a test has to match, each.

    Every text with a word and a space in it, and every call that reports an error: its texts in
    their order, or one by one where it chooses between them.
    """
    text = code(text)
    found = [pattern(part) for part in literals(text) if re.search(r"\w.* |.* \w", part)]
    calls = [
        (match[1], arguments(text, match.end()))
        for match in re.finditer(r"\b(emitError|makeError|error|expected|parseName)\(", text)
    ]
    calls += [("note", note) for note in re.findall(r"\.attachNote\([^;]*?\)\s*<<([^;]*);", text)]
    for call, given in calls:
        parts = [part for part in literals(given) if part.strip()]
        chosen = "?" in re.sub(LITERAL, "", given)
        for group in [[part] for part in parts] if chosen else [parts] if parts else []:
            if call in ("expected", "parseName"):
                group = ["expected " + group[0], *group[1:], ", but got "]
            found.append(pattern(*group))
    return sorted({part for part in found if part not in map(pattern, NO_MESSAGES)})


def expectations(folder):
    """Returns what the tests of a folder expect to be told."""
    lines = [
        line
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".kina", ".mlir", ".test")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    diagnostics = re.compile(r"expected-\w+ *(?:@\S+)? *\d* *\{\{(.*)\}\}")
    checks = re.compile(r"(?:// *)?(?!RUN:|ON?-)[A-Z][A-Z0-9-]*: *(.*)")
    found = [diagnostics.search(line) or checks.match(line) for line in lines]
    return [match[1] for match in found if match]


SOURCES = sorted(FRONTEND.rglob("*.cpp"))


@pytest.mark.parametrize("source", SOURCES, ids=[source.name for source in SOURCES])
def test_every_message_has_a_test(source):
    expected = "\n".join(expectations(TESTS))
    missing = [part for part in messages(source.read_text()) if not re.search(part, expected)]
    assert missing == []


def test_messages_are_found():
    """The texts of C++ are read as the compiler reads them."""
    text = """
    #include "some file.h"
    // "a comment (" about something
    if (c == '"' || c == '\\'')
      return emitError(loc, "expected a \\"thing\\" of " + name + (n == 1 ? "" : " or two things"));
    emitError(getLoc(open), "one text "
                            "in two parts " + Twine(f(n)) + ", but got " + x);
    diagnostic.attachNote(earlier) << quote(name) << " was here";
    llvm_unreachable("not at all");
    return expected("'}'");
    """
    assert messages(text) == sorted(
        {
            pattern('expected a "thing" of '),
            pattern(" or two things"),
            pattern("one text in two parts "),
            pattern(", but got "),
            pattern("one text in two parts ", ", but got "),
            pattern(" was here"),
            pattern("expected '}'", ", but got "),
        }
    )


# --------------------------------------------------------------------------------------------------
# Every hostile case has a test
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["O-36", *(f"ON-T{number:02}" for number in range(1, 11))])
def test_every_case_is_named_by_its_test(case):
    """`git grep -i on-t03 test` finds what covers a case."""
    texts = [path for path in TESTS.glob("*.*") if case in path.read_text(encoding="utf-8")]
    assert texts, case
