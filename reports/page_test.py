#!/usr/bin/python3
"""Looks at pages in a browser, those of acceptance runs and those of results: nothing may be
clipped, leave its box or be cut in print, the browser may have nothing to complain about, and what
the script of the page adds does what it says, by mouse and by keyboard.

    page_test.py [--pictures DIR]

--pictures: saves a picture of each page at each width.
"""

import argparse
import base64
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "testdata")]

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.select import Select  # noqa: E402

import make_acceptance  # noqa: E402
import make_findings  # noqa: E402

WIDTHS = [1280, 400]
HOSTS = [4, 8, 128]
FINDINGS = [0, 16, 1000]
MEASURED = ["bench.jsonl", "claims.jsonl", "expected.jsonl", "validate.jsonl", "verify.json",
            "tutti.map", "accesses.jsonl"]
# The area inside the margins of a sheet of A4 (style: 12 mm), in CSS pixels.
SHEET_WIDTH, SHEET_HEIGHT = 703, 1031
HIGHEST_PICTURE = 8000  # what a picture shows of a page, in CSS pixels

# Elements that reach beyond their own box, or beyond the page, outside of what scrolls by itself.
OVERFLOWING = """
const wide = document.documentElement.clientWidth;
const scrolls = e => {
  const box = e.closest('.scroll');
  return box && getComputedStyle(box).overflowX === 'auto';
};
return [...document.body.querySelectorAll('*')]
  .filter(e => !e.closest('svg, .skip, .unseen') && !scrolls(e) && e.getClientRects().length)
  .filter(e => e.getBoundingClientRect().right > wide + 1 || e.getBoundingClientRect().left < -1 ||
               e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 200));
"""
# What scrolls by itself, though readers should see all of it at once.
OUT_OF_SIGHT = """
const whole = ['.differences', '.coverage', '.launches'].map(table => `.scroll:has(> ${table})`);
return [...document.querySelectorAll([...whole, '.command pre', '.facts', '.headline'])]
  .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 200));
"""
# Parts of the first line of a card that lie upon each other.
OVERLAPPING = """
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
return [...document.querySelectorAll('.finding > summary')].filter(line => {
  const boxes = [...line.children].map(each => each.getBoundingClientRect());
  return boxes.some((one, i) => boxes.slice(i + 1).some(other => meet(one, other)));
}).map(line => line.textContent);
"""
# Text of figures that reaches beyond its figure.
CLIPPED_LABELS = """
return [...document.querySelectorAll('figure svg')].flatMap(svg => {
  const box = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(text => {
    const at = text.getBoundingClientRect();
    return at.left < box.left - 2 || at.right > box.right + 2 || at.top < box.top - 2 ||
           at.bottom > box.bottom + 2;
  }).map(text => svg.getAttribute('aria-label') + ': ' + text.textContent);
});
"""
# What a sheet cannot hold in one piece, though the style asks for that.
TOO_HIGH = """
return [...document.querySelectorAll('figure, tr, .headline')]
  .filter(e => e.getBoundingClientRect().height > arguments[0]).map(e => e.outerHTML.slice(0, 200));
"""
# Text of which the contrast with what is behind it is below 4.5 (WCAG 2.1, level AA).
LOW_CONTRAST = """
const parts = colour => colour.match(/[0-9.]+/g).map(Number);
const luminance = colour => parts(colour).slice(0, 3).map(c => c / 255)
  .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = e => {
  for (; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if ((parts(colour)[3] ?? 1) > 0) return colour;
  }
  return 'rgb(255, 255, 255)';
};
const contrast = e => {
  const [a, b] = [getComputedStyle(e).color, behind(e)].map(luminance);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
return [...document.body.querySelectorAll('*')]
  .filter(e => !e.closest('svg') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .filter(e => contrast(e) < 4.5)
  .map(e => contrast(e).toFixed(1) + ' ' + e.outerHTML.slice(0, 150));
"""
WIDTH = "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--hide-scrollbars", "--force-device-scale-factor=1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class Pages(unittest.TestCase):
    pictures = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        folder = Path(cls.folder.name)
        cls.pages = {f"acceptance{hosts}": cls.page_of_acceptance(folder, hosts) for hosts in HOSTS}
        for count in FINDINGS:
            cls.pages[f"findings{count}"] = cls.page_of_findings(folder, count)
        cls.pages["results"] = cls.make_page(folder / "results.html", *(
            HERE / "testdata" / name for name in MEASURED))
        cls.browser = browser()
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def page_of_acceptance(cls, folder, hosts):
        run, before = (folder / f"{name}{hosts}" for name in ("run", "before"))
        make_acceptance.write(run, hosts)
        make_acceptance.write(before, hosts, healthy=True)
        return cls.make_page(folder / f"acceptance{hosts}.html", run, "--before", before)

    @classmethod
    def page_of_findings(cls, folder, count):
        results = folder / f"gates{count}"
        make_findings.write(results, count)
        return cls.make_page(folder / f"findings{count}.html", results)

    @staticmethod
    def make_page(page, *arguments):
        subprocess.run(["/usr/bin/python3", "-B", HERE / "report.py", *arguments, "--out", page],
                       check=True, stdout=subprocess.DEVNULL)
        return page

    def on_every_page(self, check, widths=WIDTHS[:1], media="screen", scheme="light"):
        """Checks each page at each width, with all details unfolded."""
        for name, page in self.pages.items():
            for width in widths:
                with self.subTest(page=name, width=width, scheme=scheme):
                    self.show(page, width, media, scheme)
                    check()

    def show(self, page, width, media, scheme, unfolded=True):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media,
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get(page.as_uri())
        if unfolded:
            self.browser.execute_script(
                "document.querySelectorAll('details').forEach(each => each.open = true)")

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def fits(self):
        content, window = self.run_script(WIDTH)
        self.assertLessEqual(content, window)
        self.assertEqual(self.run_script(OVERFLOWING), [])
        self.assertEqual(self.run_script(OUT_OF_SIGHT), [])
        self.assertEqual(self.run_script(OVERLAPPING), [])
        self.assertEqual(self.run_script(CLIPPED_LABELS), [])

    def fits_on_paper(self):
        self.fits()
        self.assertEqual(self.run_script(TOO_HIGH, SHEET_HEIGHT), [])

    def test_nothing_is_clipped(self):
        self.on_every_page(self.fits, WIDTHS)

    def test_sheets_of_paper_hold_it(self):
        self.on_every_page(self.fits_on_paper, [SHEET_WIDTH], "print")

    def test_browser_has_no_complaints(self):
        self.on_every_page(lambda: self.assertEqual(self.browser.get_log("browser"), []))

    def test_text_can_be_read_in_both_schemes(self):
        for scheme in ("light", "dark"):
            self.on_every_page(lambda: self.assertEqual(self.run_script(LOW_CONTRAST), []),
                               scheme=scheme)

    def test_prints(self):
        options = {"preferCSSPageSize": True, "printBackground": True}
        for name, fewest, most in (("acceptance8", 3, 20), ("findings0", 1, 3),
                                   ("findings16", 3, 12), ("results", 4, 20)):
            with self.subTest(page=name):
                self.show(self.pages[name], WIDTHS[0], "", "light", unfolded=False)
                printed = base64.b64decode(
                    self.browser.execute_cdp_cmd("Page.printToPDF", options)["data"])
                self.assertTrue(printed.startswith(b"%PDF"))
                sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
                self.assertTrue(fewest <= sheets <= most, sheets)
                if self.pictures:
                    self.pictures.mkdir(parents=True, exist_ok=True)
                    (self.pictures / f"{name}.pdf").write_bytes(printed)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def shown(self, selector):
        return [each for each in self.all(selector) if each.is_displayed()]

    def test_filter(self):
        self.show(self.pages["findings16"], WIDTHS[0], "screen", "light")
        everything = len(self.shown(".finding"))
        Select(self.one("[name=library]")).select_by_visible_text("MPICH 5.0.0")
        self.assertEqual(len(self.shown(".finding")), everything // 2)
        Select(self.one("[name=collective]")).select_by_visible_text("bcast")
        left = self.shown(".finding")
        self.assertGreater(len(left), 0)
        self.assertEqual({each.get_attribute("data-collective") for each in left},
                         {"bcast barrier"})
        count = self.one('nav a[href="#new"] .count').text
        self.assertRegex(count, r"^\d of \d$")
        Select(self.one("[name=collective]")).select_by_visible_text("scan")
        self.assertIn("Nothing here", self.run_script(
            "return getComputedStyle(document.querySelector('#untried'), '::after').content"))

    def test_copies_the_command_and_the_program(self):
        self.show(self.pages["findings16"], WIDTHS[0], "screen", "light")
        self.browser.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        for kind, beginning in (("command", "mpiexec -n "), ("program", "/* ")):
            box = self.one(f".copyable.{kind}")
            box.find_element(By.CSS_SELECTOR, "button").click()
            told = self.one("[role=status]")
            self.wait_until(lambda: told.get_attribute("textContent") == "Copied")
            copied = self.browser.execute_async_script(
                "navigator.clipboard.readText().then(arguments[0], e => arguments[0](String(e)))")
            self.assertTrue(copied.startswith(beginning), copied)
            self.assertEqual(copied, box.find_element(By.CSS_SELECTOR, "code")
                             .get_attribute("textContent"))

    def wait_until(self, holds):
        deadline = time.monotonic() + 5
        while not holds():
            self.assertLess(time.monotonic(), deadline, "waited in vain")

    def test_cards_unfold_by_keyboard_and_by_link(self):
        self.show(self.pages["findings1000"], WIDTHS[0], "screen", "light", unfolded=False)
        cards = self.all("#new .finding")
        self.assertTrue(cards[0].get_attribute("open"))
        self.assertFalse(cards[-1].get_attribute("open"))
        cards[-1].find_element(By.CSS_SELECTOR, "summary").send_keys(Keys.ENTER)
        self.assertTrue(cards[-1].get_attribute("open"))
        folded = cards[-2].get_attribute("id")
        self.run_script("location.hash = arguments[0]", folded)
        self.wait_until(lambda: cards[-2].get_attribute("open"))
        self.one("#known .fold").click()
        self.assertEqual(self.all("#known .finding:not([open])"), [])

    def test_first_key_leads_to_the_content(self):
        self.show(self.pages["findings16"], WIDTHS[0], "screen", "light")
        self.one("body").send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.text, "Skip to the content")
        self.assertTrue(self.browser.switch_to.active_element.is_displayed())

    def test_contents_stay_and_tell_where_the_reader_is(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.show(self.pages["findings16"], width, "screen", "light")
                self.run_script("document.getElementById('launches').scrollIntoView()")
                current = 'nav a[aria-current="true"]'
                self.wait_until(lambda: self.all(current) and "Launches" in self.one(current).text)
                top = self.run_script(
                    "return document.querySelector('nav').getBoundingClientRect().top")
                self.assertTrue(0 <= top < 100, top)

    def test_everything_is_there_without_the_script(self):
        disabled = "Emulation.setScriptExecutionDisabled"
        self.browser.execute_cdp_cmd(disabled, {"value": True})
        self.addCleanup(self.browser.execute_cdp_cmd, disabled, {"value": False})
        self.show(self.pages["findings16"], WIDTHS[0], "screen", "light", unfolded=False)
        self.assertEqual(self.shown(".filter, button"), [])
        self.assertGreater(len(self.shown(".finding")), 0)

    def test_pictures(self):
        if not self.pictures:
            return
        self.pictures.mkdir(parents=True, exist_ok=True)
        for name, page in self.pages.items():
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    self.show(page, width, "screen", scheme, unfolded=False)
                    height = self.run_script("return document.documentElement.scrollHeight")
                    taken = self.browser.execute_cdp_cmd("Page.captureScreenshot", {
                        "captureBeyondViewport": True,
                        "clip": {"x": 0, "y": 0, "width": width, "scale": 1,
                                 "height": min(height, HIGHEST_PICTURE)}})
                    (self.pictures / f"{name}-{width}-{scheme}.png").write_bytes(
                        base64.b64decode(taken["data"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="save pictures of the pages")
    Pages.pictures = parser.parse_args().pictures
    unittest.main(argv=[sys.argv[0]], verbosity=2)


if __name__ == "__main__":
    main()
