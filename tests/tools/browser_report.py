"""attest report in a browser: nothing is cut off on a telephone or a screen, light, dark or printed, contrast is enough to read,
the keyboard reaches everything, and the page asks for nothing and says nothing on the console."""

import unittest

from chromium import Browser
from cli import STRASSEN, CommandTest

WIDTHS = (360, 800, 1440)

# Elements that reach beyond the window and stand in no element that scrolls.
CUT_OFF = """
(() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = e => { for (; e && e !== document.body; e = e.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(e).overflowX)) return true; return false; };
  return [...document.body.querySelectorAll('*')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.right > wide + 1 && box.left >= -900 && !scrolls(e);
  }).map(e => e.tagName + '.' + (e.className.baseVal ?? e.className) + ' ' + e.textContent.slice(0, 60));
})()
"""

# Text whose contrast with the ground behind it is less than 4.5 to 1 (WCAG 2, AA), 3 to 1 where it is large.
PALE = """
(() => {
  const channels = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = channels(c).map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
      return .2126 * r + .7152 * g + .0722 * b; };
  const clear = c => { const v = channels(c); return v.length === 4 && v[3] === 0; };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!clear(c)) return c; }
      return 'rgb(255, 255, 255)'; };
  const found = [];
  for (const e of document.body.querySelectorAll('*')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const style = getComputedStyle(e);
    if (style.visibility === 'hidden' || e.getClientRects().length === 0) continue;
    const text = e instanceof SVGElement ? style.fill : style.color;
    if (!text.startsWith('rgb')) continue;
    const [a, b] = [light(text), light(ground(e))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    const large = parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5)) found.push(ratio.toFixed(2) + ' ' + e.textContent.trim().slice(0, 40));
  }
  return found;
})()
"""

# What a mouse reaches: links, buttons, fields, and boxes that scroll.
REACHED = "document.querySelectorAll('a[href], button, input, select').length"
FOCUSED = """(() => { const e = document.activeElement; const box = e.getBoundingClientRect();
  return [e.tagName, box.width > 0 && box.height > 0, getComputedStyle(e).outlineStyle]; })()"""


class Report(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def made(self, *arguments):
        result = self.attest("report", *arguments, "--out", "page.html", timeout=300)
        self.assertIn(result.status, (0, 1), result.err)
        return self.directory / "page.html"

    def look(self, page):
        for width in WIDTHS:
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    self.browser.open(page, width, dark=dark)
                    self.assertEqual(self.browser.said(), [])
                    self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.value(CUT_OFF), [])
                    self.assertEqual(self.browser.value(PALE), [])

    def test_a_theorem_s_page(self):
        for claim in (STRASSEN, "strassen/relation-composition", "anna/ema-match2", "poly/function-composition",
                      "strassen/split-vc", "anna/lsh", "poly/ip-triangle-to-gap"):
            with self.subTest(claim=claim):
                self.look(self.made(claim))

    def test_a_page_of_many_claims(self):
        self.look(self.made("--paper", "ea"))

    def test_errata(self):
        self.look(self.made("--errata", "ea"))

    def test_a_page_that_is_printed_has_its_pages_and_its_ground_is_white(self):
        self.browser.open(self.made(STRASSEN), 800, dark=True, media="print")
        self.assertEqual(self.browser.value(PALE), [])
        self.assertIn(self.browser.value("getComputedStyle(document.documentElement).backgroundColor"), ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"))
        pdf = self.browser.printed()
        self.assertTrue(pdf.startswith(b"%PDF-"))
        self.assertGreater(len(pdf), 20_000)

    def test_the_keyboard_reaches_what_the_mouse_reaches_and_is_seen(self):
        for arguments in ((STRASSEN, "n=2"), ("--paper", "ea")):
            with self.subTest(arguments=arguments):
                self.browser.open(self.made(*arguments), 800)
                wanted = self.browser.value(REACHED)
                self.assertGreater(wanted, 3)
                met = []
                for _ in range(wanted):
                    self.browser.press("Tab")
                    met.append(self.browser.value(FOCUSED))
                self.assertTrue(all(tag in ("A", "BUTTON", "INPUT", "SELECT", "PRE", "DIV", "SPAN", "MATH") for tag, _, _ in met), met)
                self.assertTrue(all(seen and outline != "none" for _, seen, outline in met), met)

    def test_a_key_sorts_the_table(self):
        self.browser.open(self.made("--paper", "ea"), 800)
        first = "[...document.querySelectorAll('.catalogue tbody tr')].map(r => r.cells[1].textContent)"
        before = self.browser.value(first)
        self.browser.value("document.querySelectorAll('.catalogue th button')[1].focus()")
        self.browser.press("Enter")
        ascending = self.browser.value(first)
        self.browser.press("Enter")
        self.assertEqual(sorted(before), sorted(ascending))
        self.assertEqual(self.browser.value(first)[0], ascending[-1])


class ThePlantedPage(CommandTest):
    """What the looks above must find."""

    def test_what_is_cut_off_pale_or_loud_is_found(self):
        page = self.directory / "planted.html"
        page.write_text("<!DOCTYPE html><body style='margin:0;background:#fff'><p style='width:900px'>too wide</p>"
                        "<p style='color:#999'>too pale</p><script>console.log('loud')</script><img src='absent.png'></body>")
        with Browser() as browser:
            browser.open(page, 360)
            self.assertEqual([line.split(" ", 1)[0] for line in browser.value(CUT_OFF)], ["P."])
            self.assertEqual(len(browser.value(PALE)), 1)
            said = browser.said()
            self.assertTrue(any(line.startswith("console") for line in said))
            self.assertTrue(any(line.startswith("asked for") for line in said))


if __name__ == "__main__":
    unittest.main()
