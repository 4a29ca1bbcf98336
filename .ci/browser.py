"""Visit every page of the built site in a browser: `python .ci/browser.py _docs`.

A page passes when it loads, raises no script error, shows all its images, and every link in it leads to a page and a
heading that exist. The search box is tried once. Requests to other hosts are refused, so the check needs no network.
"""

import functools
import http.server
import shutil
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urldefrag

from playwright.sync_api import Page, TimeoutError, sync_playwright

BROKEN = "els => els.filter(e => e.complete ? !e.naturalWidth : true).map(e => e.src.slice(0, 80))"
LINKS = "els => els.map(e => typeof e.href === 'string' ? e.href : new URL(e.href.baseVal, document.baseURI).href)"  # a link in a drawing holds an object
IDS = "els => els.map(e => e.id)"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def serve(site: Path) -> tuple[http.server.ThreadingHTTPServer, str]:
    "A server of the site on a free loopback port, and its address"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def visit(page: Page, address: str, errors: list[str]) -> tuple[list[str], list[str], set[str]]:
    "What is wrong with a page, its links, and the ids that links may lead to"
    errors.clear()
    answer = page.goto(address, wait_until="load")
    wrong = [] if answer and answer.ok else [f"status {answer.status if answer else None}"]
    if page.locator("img[loading=lazy]").count():
        page.eval_on_selector_all("img[loading=lazy]", "els => els.forEach(e => e.loading = 'eager')")
        page.wait_for_load_state("networkidle")
    wrong += [f"image not shown: {src}" for src in page.eval_on_selector_all("img", BROKEN)]
    wrong += [f"script error: {e}" for e in errors]
    if not page.locator("h1").count(): wrong.append("no title")
    return wrong, page.eval_on_selector_all("a[href]", LINKS), set(page.eval_on_selector_all("[id]", IDS))


def dead(links: list[str], base: str, site: Path, ids: dict[str, set[str]]) -> list[str]:
    "The links into the site that lead nowhere; a fragment such as `model=x` is a state of its page, and no heading"
    found = []
    for link in sorted({k for k in links if k.startswith(base)}):
        address, fragment = urldefrag(link)
        path = unquote(address.removeprefix(base).partition("?")[0]) or "index.html"
        if not (site / path).is_file(): found.append(f"dead link: {path}")
        elif fragment and "=" not in fragment and unquote(fragment) not in ids.get(path, {unquote(fragment)}):
            found.append(f"no such heading: {path}#{fragment}")
    return found


def search(page: Page, base: str) -> list[str]:
    "What is wrong with the search box: a word of the home page's title must find a page"
    page.goto(base + "index.html", wait_until="load")
    word = max(page.locator("h1").first.inner_text().split(), key=len)
    if (opener := page.locator("#quarto-search button.aa-DetachedSearchButton")).count(): opener.first.click()
    box = page.locator("#quarto-search input, input[type=search], .aa-Input").first
    box.fill(word)
    hit = page.locator("#quarto-search a[href], .aa-Panel a[href], .aa-Item, [class*=search-result] a[href]").first
    try: hit.wait_for(timeout=10_000)
    except TimeoutError: return [f"no result for {word!r}"]
    return []


def main(site: Path) -> int:
    server, base = serve(site)
    names = sorted(f.relative_to(site).as_posix() for f in site.rglob("*.html"))
    if not names: sys.exit(f"{site}: no pages; run `make site`")
    wrong, links, ids, errors = {}, {}, {}, []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        page.route("**/*", lambda r: r.continue_() if r.request.url.startswith((base, "data:", "blob:")) else r.abort())
        page.on("pageerror", lambda e: errors.append(str(e)))
        for name in names: wrong[name], links[name], ids[name] = visit(page, base + name, errors)
        wrong["search"] = search(page, base)
        browser.close()
    server.shutdown()
    for name in names: wrong[name] += dead(links[name], base, site, ids)
    bad = {name: found for name, found in wrong.items() if found}
    for name, found in bad.items(): print(f"FAIL {name}:", *found, sep="\n     ")
    print(f"{len(wrong) - len(bad)} passed, {len(bad)} failed")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
