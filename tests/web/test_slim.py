"""What a page as a file leaves out of its sources, and that they still say the same."""

from __future__ import annotations

import re

import pytest

from hanabilab.web.slim import slim_module, slim_style
from tests.web.node import STATIC, needs_node, run_module

pytestmark = pytest.mark.once

#: A module with text of every kind, in which blanks and signs mean something.
TRICKY = r"""
// A comment in a line of its own.
const two = 2, four = 4; // behind code : { "
const text = "a = b ; // c", other = "\" , \\";
const each = (x) => `<${{ a: x , b: `} ` }.b}> = ${x + +x} :  `;
const inside = (x) => `${[1, x].map((one) => each(one)).join(" , ")} ;  {`;
const pattern = (x) => /[/ "`] , +\/ = $/.test(x);
function divided(x) {
  return x / two / four;
}
function returned(x) {
  return / = /.test(x) ? 1 - -two : { "a = b": x };
}
const told = [text, other, inside(four), divided(16), pattern(`" , / = `), returned(1)];
/* A comment , over
   two lines */
/** @type {number} a comment before code */ const typed = 6;
/** A comment
 * of several lines */ const behind = 7;
/** a comment */ const both = 8; /** a comment */
const product = behind
  * both;
const more = [product, typed, returned(" = "), pattern("x"), four > two && two < four];
const quoted = ['"a , b"', "it's", 'it\'s "c"', "\"d\" = e"];
export const found = [...told, ...more, ...quoted, `\` , \${ ` + "end"];
"""


@needs_node
def test_a_slim_module_means_the_same():
    """Blanks in text stay; those of code go, with the comments."""
    slim = slim_module(TRICKY)
    assert len(slim) < 0.85 * len(TRICKY)
    assert "comment" not in slim
    code = "return Promise.all(told.map(async (each) => "
    code += "(await import('data:text/javascript,' + encodeURIComponent(each))).found));"
    as_written, as_slim = run_module(code, [TRICKY, slim])
    assert as_written == as_slim
    assert as_slim[:2] == ["a = b ; // c", '" , \\']


@needs_node
@pytest.mark.late
def test_every_module_of_ours_can_be_read_when_it_is_slim():
    """And every name that it exports is there."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("hanabi/**/*.js"))]
    slim = [slim_module(each) for each in sources]
    code = """
    const { writeFileSync } = await import("node:fs");
    const { execFileSync } = await import("node:child_process");
    told.forEach((each, at) => writeFileSync(`slim${at}.mjs`, each));
    told.forEach((_, at) => execFileSync(process.execPath, ["--check", `slim${at}.mjs`]));
    """
    run_module(code, [*slim, "export const one = 1;"])
    exported = re.compile(r"export (?:async )?(?:const|function|class) (\w+)")
    assert [exported.findall(each) for each in sources] == [exported.findall(each) for each in slim]


def test_attributes_of_templates_need_no_double_quotes():
    """Nothing else of a template changes: nor values with marks or code in them, nor its text."""
    source = """html`<a class="b" title="a: b" id="i" lang="${x}-y" alt="it's">a = "b"</a>`;"""
    slim = """html`<a class=b title='a: b' id=i lang="${x}-y" alt="it's">a = "b"</a>`;"""
    assert slim_module(source) == slim


def test_a_slim_style_says_the_same():
    """Its rules, without comments and blanks that say nothing."""
    style = "/* Look */\n.a  .b { color: red;\n  margin: 0 1px; }\n"
    style += "@media (width < 3px) { i { top: 0 } }"
    slim = slim_style(style)
    assert slim == ".a  .b{color:red;margin:0 1px}@media (width < 3px){i{top:0}}"
