"""The documentation: generated pages are new, its examples run, its links and paths lead on."""

import os
import re
import shutil
import subprocess

import pytest

from integration.models.storylm0 import ROOT

OPT = ROOT / "build" / "bin" / "kina-opt"
TRANSLATE = ROOT / "build" / "bin" / "kina-translate"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def names(pages):
    """Returns the pages' paths from the root, for test names."""
    return [str(page.relative_to(ROOT)) for page in pages]


def fences(text):
    """Returns (line, language, body) of each fenced code block, without its indentation."""
    found = re.finditer(r"^( *)```(\S[^\n]*)\n(.*?)^\1```", text, re.MULTILINE | re.DOTALL)
    return [
        (
            text.count("\n", 0, match.start()) + 1,
            match[2],
            re.sub(f"^{match[1]}", "", match[3], flags=re.M),
        )
        for match in found
    ]


def blocks(text, *languages):
    """Returns the fenced code blocks of these languages."""
    return [body for _, language, body in fences(text) if language in languages]


# --------------------------------------------------------------------------------------------------
# Generated pages
# --------------------------------------------------------------------------------------------------


def check_pages(root):
    """Runs the check of a tree's generated pages."""
    return subprocess.run(
        [root / "scripts" / "generate_docs.sh", "--check"], capture_output=True, text=True
    )


def test_generated_pages():
    ran = check_pages(ROOT)
    assert ran.returncode == 0, ran.stderr


def test_old_page_is_found(tmp_path):
    """The check names the page and the command, and writes nothing."""
    for folder in ("docs", "include", "scripts"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    page = tmp_path / "docs" / "ops.md"
    old = page.read_text().replace("kina.gather", "kina.gahter", 1)
    page.write_text(old)
    ran = check_pages(tmp_path)
    assert ran.returncode == 1
    assert ran.stderr == "error: not up to date: docs/ops.md; run scripts/generate_docs.sh\n"
    assert page.read_text() == old


# --------------------------------------------------------------------------------------------------
# Examples; those of .kina text are run by test_language_doc.py
# --------------------------------------------------------------------------------------------------


def split(text):
    """Splits at the commas outside brackets."""
    parts, depth = [""], 0
    for char in text.replace("->", "\0"):
        depth += (char in "([<{") - (char in ")]>}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.replace("\0", "->").strip() for part in parts]


def operand_types(op):
    """Returns (name, type) for each operand of an op in one of the assembly forms of the dialect.

    Those in `to [..]` and behind `axis = ..` are sizes; the others get the types behind the last
    colon: a list of them, or one for all. The condition of a select is that type with i1.
    """
    left, _, types = re.sub(r"\s+", " ", op).partition(" : ")
    while " : " in types:  # the colon of slice bounds
        more, _, types = types.partition(" : ")
        left += more
    named = re.findall(r"%\w+", left.partition("=")[2])
    bounds = re.search(r"(?:to|axis = \d+) \[(.*?)\]", left)
    sizes = re.findall(r"%\w+", bounds[1]) if bounds else []
    values = [name for name in named if name not in sizes]
    given = types.rpartition("->")[0].strip() or types.strip()
    each = split(given[1:-1]) if given.startswith("(") else [given] * len(values)
    if "kina.select" in left:
        each[0] = re.sub(r"x[a-z]\w*>", "xi1>", each[0])
    return [*((name, "index") for name in sizes), *zip(values, each, strict=True)]


def wrap(snippet, name):
    """Makes a function of ops: what no op of the snippet defines is an argument."""
    if "func.func" in snippet:
        return snippet.replace("@f(", f"@{name}(")
    arguments = {}
    defined = set()
    for op in re.split(r"\n(?=%)", snippet.strip()):
        defined.update(re.findall(r"%\w+", op.partition("=")[0]))
        # linalg names the types behind its operands, group by group.
        groups = re.findall(r"(?:ins|outs)\((.*?) : (.*?)\)", op)
        pairs = [
            pair for left, right in groups for pair in zip(split(left), split(right), strict=True)
        ]
        for operand, type_ in pairs if groups or "tensor.empty" in op else operand_types(op):
            if operand not in defined:
                assert arguments.setdefault(operand, type_) == type_, snippet
    listed = ", ".join(f"{operand}: {type_}" for operand, type_ in arguments.items())
    return f"func.func @{name}({listed}) {{\n{snippet}return\n}}\n"


def parse(text):
    """Parses MLIR with kina-opt."""
    return subprocess.run([OPT], input=text, capture_output=True, text=True)


WITH_IR = [page for page in PAGES if blocks(page.read_text(), "mlir")]


@pytest.mark.parametrize("page", WITH_IR, ids=names(WITH_IR))
def test_mlir_examples(page):
    """Every example parses and verifies; the sources of a wrong one stand in the message."""
    snippets = blocks(page.read_text(), "mlir")
    ran = parse("".join(wrap(snippet, f"f{i}") for i, snippet in enumerate(snippets)))
    assert ran.returncode == 0, ran.stderr


def test_every_op_has_an_example():
    page = (ROOT / "docs" / "ops.md").read_text()
    ops = re.findall(r"^### `(kina\.\w+)`", page, re.MULTILINE)
    examples = "".join(blocks(page, "mlir"))
    assert len(ops) > 30
    assert [op for op in ops if not re.search(rf"(= |^ *){op}\b", examples, re.M)] == []


def test_wrong_example_is_found():
    """The wrapping hides no mistake: types, extents and names are checked."""
    right = "%0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>\n"
    assert parse(wrap(right, "f")).returncode == 0
    for old, new in (("3xi64", "3xf32"), ("-> tensor<3x", "-> tensor<2x"), ("gather", "gahter")):
        assert parse(wrap(right.replace(old, new), "f")).returncode == 1, new


def test_readme_shows_what_the_tool_prints():
    """The `.kina` text of README and the MLIR below it, apart from line breaks."""
    readme = (ROOT / "README.md").read_text()
    ran = subprocess.run(
        [TRANSLATE, "--kina-to-mlir"],
        input=blocks(readme, "kina")[0],
        capture_output=True,
        text=True,
    )
    shown = blocks(readme, "mlir")[0]
    assert "".join(ran.stdout.split()) == "".join(shown.split())


def test_readme_python(capsys, monkeypatch):
    """The Python of README runs, and prints what its comments say."""
    monkeypatch.chdir(ROOT)
    (program,) = blocks((ROOT / "README.md").read_text(), "python")
    exec(program, {})
    said = re.findall(r"print\(.*\)  # (.*)", program)
    assert said and capsys.readouterr().out.splitlines() == said


def test_console_examples(tmp_path):
    """docs/cli.md: each command prints what the page shows, in order, in one folder."""
    text = (ROOT / "docs" / "cli.md").read_text()
    for _, language, body in fences(text):
        if language.startswith("kina file="):
            (tmp_path / language.removeprefix("kina file=")).write_text(body)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "kina").symlink_to(ROOT / ".venv" / "bin" / "kina")
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    shown = 0
    for body in blocks(text, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            ran = subprocess.run(
                ["bash", "-c", command],
                capture_output=True,
                text=True,
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
            )
            assert ran.stdout == printed, f"$ {command}\n{ran.stdout}{ran.stderr}"
            shown += 1
    assert shown > 5


def test_readme_c():
    """The C of README is an excerpt of the example that a test compiles and runs."""
    readme = (ROOT / "README.md").read_text()
    example = (ROOT / "examples" / "call_from_c.c").read_text()
    lines = [line.strip() for line in blocks(readme, "c")[0].splitlines() if line.strip()]
    assert lines and [line for line in lines if line not in example] == []


def test_plugin_chain():
    """The chain of docs/plugin.md prints the mean of the rows of V, as the page says."""
    page = (ROOT / "docs" / "plugin.md").read_text()
    (command,) = blocks(page, "sh")
    ran = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    printed = re.sub(r"^Unranked Memref base@ = \S+ ", "", ran.stdout)
    assert printed.split() == blocks(page, "text")[-1].split()
    assert "[[6,   3]]" in printed


# --------------------------------------------------------------------------------------------------
# Links and paths
# --------------------------------------------------------------------------------------------------


def anchors(text):
    """Returns the anchors that headings get."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", outside, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page):
    """Returns the links of a page to files or headings that are not there."""
    text = page.read_text()
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    outside = re.sub(r"`[^`\n]+`(?!\])", "", outside)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", outside) + re.findall(r'src="([^"]+)"', outside):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links(page):
    assert dead_links(page) == []


def test_dead_links_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading\n[a](#a-heading) [b](#other) [c](no.md) [d](page.md#a-heading)\n")
    assert dead_links(page) == ["#other", "no.md"]


FOLDERS = {path.name for path in ROOT.iterdir() if not path.name.startswith("build")}
FOLDERS |= {"build/bin", "build/lib"}


def named_files(text):
    """Returns what a text names as paths of this tree, without patterns such as `test/<op>`."""
    text = re.sub(r"\S*<\S*", "", text)
    paths = re.findall(r"(?<![\w./-])((?:[\w.-]+/)+[\w.*-]*[\w*])", text)
    return {
        path
        for path in paths
        if path.split("/")[0] in FOLDERS or "/".join(path.split("/")[:2]) in FOLDERS
    }


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_named_files_exist(page):
    """Shell commands, and code in the text such as `lib/Kina/IR`, name files that are there."""
    text = page.read_text()
    code = blocks(text, "sh", "console")
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    code += re.findall(r"`([^`\n]+)`", outside)
    wrong = {path for part in code for path in named_files(part) if not any(ROOT.glob(path))}
    assert sorted(wrong) == []
