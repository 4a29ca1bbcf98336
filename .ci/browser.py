"""Visit every page of the built site in a browser: `python .ci/browser.py _docs`.

A page passes when it loads with every script and style of its own, raises no script error, shows all its images, and every link in it leads to a page and a
heading that exist. The search box is tried once. Names of other hosts lead nowhere, so the check needs no network. Two browsers share the pages, because
one of them waits half of the time.
"""

import contextlib
import functools
import http.server
import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote, urldefrag

from playwright.sync_api import Page, TimeoutError, sync_playwright

BROKEN = "els => els.filter(e => e.complete ? !e.naturalWidth : true).map(e => e.src.slice(0, 80))"
DONE = "() => [...document.images].every(e => e.complete)"
LINKS = "els => els.map(e => typeof e.href === 'string' ? e.href : new URL(e.href.baseVal, document.baseURI).href)"  # a link in a drawing holds an object
IDS = "els => els.map(e => e.id)"
NOBODY_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Patient(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):  # a browser that goes on to the next page hangs up, and nothing is wrong
        if not isinstance(sys.exception(), ConnectionError): super().handle_error(request, client_address)


def serve(site: Path) -> tuple[http.server.ThreadingHTTPServer, str]:
    "A server of the site on a free loopback port, and its address"
    server = Patient(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def visit(page: Page, address: str, errors: list[str]) -> tuple[list[str], list[str], set[str]]:
    "What is wrong with a page, its links, and the ids that links may lead to"
    errors.clear()
    answer = page.goto(address, wait_until="load")
    wrong = [] if answer and answer.ok else [f"status {answer.status if answer else None}"]
    if page.locator("img[loading=lazy]").count():
        page.eval_on_selector_all("img[loading=lazy]", "els => els.forEach(e => e.loading = 'eager')")
        with contextlib.suppress(TimeoutError): page.wait_for_function(DONE, timeout=10_000)  # what isn't shown then is counted below
    wrong += [f"image not shown: {src}" for src in page.eval_on_selector_all("img", BROKEN)]
    wrong += errors
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


def look(names: list[str], base: str) -> dict[str, tuple[list[str], list[str], set[str]]]:
    "Visit some pages in a browser of their own, and try the search box where the home page is among them"
    found, errors = {}, []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", NOBODY_ELSE])
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        page.on("pageerror", lambda e: errors.append(f"script error: {e}"))
        page.on("response", lambda r: errors.append(f"status {r.status} of {r.url.removeprefix(base)}") if r.status >= 400 else None)
        for name in names: found[name] = visit(page, base + name, errors)
        if "index.html" in names: found["search"] = search(page, base), [], set()
        browser.close()
    return found


def main(site: Path) -> int:
    server, base = serve(site)
    names = sorted(f.relative_to(site).as_posix() for f in site.rglob("*.html"))
    if not names: sys.exit(f"{site}: no pages; run `make site`")
    with ThreadPoolExecutor(2) as pool: seen = {k: v for part in pool.map(look, (names[::2], names[1::2]), (base, base)) for k, v in part.items()}
    server.shutdown()
    ids = {name: headings for name, (_, _, headings) in seen.items()}
    bad = {name: found for name in sorted(seen) if (found := seen[name][0] + dead(seen[name][1], base, site, ids))}
    for name, found in bad.items(): print(f"FAIL {name}:", *found, sep="\n     ")
    print(f"{len(seen) - len(bad)} passed, {len(bad)} failed")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
