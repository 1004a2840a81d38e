#!/usr/bin/python3
"""Looks at pages of acceptance runs in a browser: nothing may be clipped, leave its box or be cut in
print, and the browser may have nothing to complain about.

    page_test.py [--pictures DIR]

--pictures: saves a picture of each page at each width.
"""

import argparse
import base64
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "testdata")]

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

from make_acceptance import write  # noqa: E402

WIDTHS = [1280, 400]
HOSTS = [4, 8, 128]
# The area inside the margins of a sheet of A4 (style: 12 mm), in CSS pixels.
SHEET_WIDTH, SHEET_HEIGHT = 703, 1031

# Elements that reach beyond their own box, or beyond the page, outside of what scrolls by itself.
OVERFLOWING = """
const wide = document.documentElement.clientWidth;
const scrolls = e => {
  const box = e.closest('.scroll');
  return box && getComputedStyle(box).overflowX === 'auto';
};
return [...document.body.querySelectorAll('*')]
  .filter(e => !e.closest('svg') && !scrolls(e) && e.getClientRects().length)
  .filter(e => e.getBoundingClientRect().right > wide + 1 || e.getBoundingClientRect().left < -1 ||
               e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 200));
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
        cls.pages = {hosts: cls.make_page(Path(cls.folder.name), hosts) for hosts in HOSTS}
        cls.browser = browser()
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def make_page(cls, folder, hosts):
        run, before, page = (folder / f"{name}{hosts}" for name in ("run", "before", "page"))
        write(run, hosts)
        write(before, hosts, healthy=True)
        page = page.with_suffix(".html")
        subprocess.run(["/usr/bin/python3", "-B", HERE / "report.py", run, "--before", before,
                        "--out", page], check=True, stdout=subprocess.DEVNULL)
        return page

    def on_every_page(self, check, widths=WIDTHS[:1], media="screen", scheme="light"):
        """Checks each page at each width, with all details unfolded."""
        for hosts, page in self.pages.items():
            for width in widths:
                with self.subTest(hosts=hosts, width=width, scheme=scheme):
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
        self.show(self.pages[8], WIDTHS[0], "", "light")
        printed = base64.b64decode(self.browser.execute_cdp_cmd(
            "Page.printToPDF", {"preferCSSPageSize": True, "printBackground": True})["data"])
        self.assertTrue(printed.startswith(b"%PDF"))
        sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
        self.assertTrue(3 <= sheets <= 20, sheets)
        if self.pictures:
            (self.pictures / "page8.pdf").write_bytes(printed)

    def test_pictures(self):
        if not self.pictures:
            return
        self.pictures.mkdir(parents=True, exist_ok=True)
        for hosts, page in self.pages.items():
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    self.show(page, width, "screen", scheme, unfolded=False)
                    height = self.run_script("return document.documentElement.scrollHeight")
                    taken = self.browser.execute_cdp_cmd("Page.captureScreenshot", {
                        "captureBeyondViewport": True,
                        "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})
                    name = f"page{hosts}-{width}-{scheme}.png"
                    (self.pictures / name).write_bytes(base64.b64decode(taken["data"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="save pictures of the pages")
    Pages.pictures = parser.parse_args().pictures
    unittest.main(argv=[sys.argv[0]], verbosity=2)


if __name__ == "__main__":
    main()
