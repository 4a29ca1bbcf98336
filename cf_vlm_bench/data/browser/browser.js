"use strict";
// The case browser. Data comes in pieces, script files that call cases(kind, number, data), because a page that is opened from disk may
// load scripts and pictures and nothing else. All text enters through textContent, never as markup.
const here = document.currentScript.src.replace(/[^/]*$/, "");
const arrived = new Map();  // "rows 3" -> what waits for it
const cases = (kind, n, data) => {
  if (kind === "index") { document.readyState === "loading" ? addEventListener("DOMContentLoaded", () => browse(data)) : browse(data); }
  else arrived.get(`${kind} ${n}`)?.(data);
};

// ---------------------------------------------------------------- small things
const el = (tag, more = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [k, v] of Object.entries(more)) {
    if (v === undefined || v === null || v === false) continue;
    if (k === "on") for (const [event, act] of Object.entries(v)) made.addEventListener(event, act);
    else if (k in made && k !== "list") made[k] = v;
    else made.setAttribute(k, v);
  }
  made.append(...inside.flat(Infinity).filter(x => x !== null && x !== undefined && x !== false && x !== ""));
  return made;
};
const at = id => document.getElementById(id);
const many = n => n.toLocaleString("en");
const VERDICTS = ["correct", "biased", "other"];
const NAMES = { correct: "correct", biased: "biased: the prior's answer", other: "another answer", failure: "no answer" };
const classOf = state => VERDICTS.includes(state) ? state : "failure";
const WORDS = ["domain", "subject", "question_type", "attribute", "state", "told", "edit_kind", "error_kind", "outcome", "category"];  // names of models and conditions stay as they are typed
const spaced = word => word === "" ? "(none)" : word.replaceAll("_", " ");
const moved = word => word.replace("-to-", " → ");
const held = new Map();
const load = (kind, n) => {  // a piece, asked for once
  const name = `${kind} ${n}`;
  if (!held.has(name)) held.set(name, new Promise((done, lost) => {
    const file = `${kind}-${n}.js`, script = el("script", { src: here + file });
    arrived.set(name, data => { arrived.delete(name); script.remove(); done(data); });
    script.addEventListener("error", () => { held.delete(name); script.remove(); lost(new Error(`${file} can't be loaded. Are all files of this folder here?`)); });
    document.head.append(script);
  }));
  return held.get(name);
};
const unpacked = (text, width) => {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return width === 1 ? bytes : width === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
};
let toasting = 0;
const toast = words => { at("toast").textContent = words; clearTimeout(toasting); toasting = setTimeout(() => { at("toast").textContent = ""; }, 3500); };
const failed = e => toast(e.message);

// ---------------------------------------------------------------- the page
const browse = index => {
  const n = index.n, ROW = 68, facets = index.facets, byKey = new Map(facets.map(f => [f.key, f]));
  const codes = {}, names = { item: [], pair: [] }, idOf = { item: new Map(), pair: new Map() }, of = { item: new Uint32Array(n), pair: new Uint32Array(n) };
  const led = new Uint8Array(n), isId = key => key === "item" || key === "pair";
  for (const f of facets) codes[f.key] = f.values.length > 256 ? new Uint16Array(n) : new Uint8Array(n);
  let ready = 0, shown = new Uint32Array(0), selected = -1, swapped = false, hits = null, searching = "", drawn = 0, seenTo = -1;
  const state = { filters: new Map(), q: "", sort: "pair", trial: "" };
  const texts = new Map();  // number of a piece -> its texts, once they are here
  const value = (key, i) => byKey.has(key) ? byKey.get(key).values[codes[key][i]] : "";
  const varies = key => byKey.has(key) && byKey.get(key).values.length > 1;

  // -------- rows
  const takeRows = (k, data) => {
    const start = k * index.rowPiece;
    for (const [key, [width, text]] of Object.entries(data.codes)) codes[key].set(unpacked(text, width), start);
    for (const key of ["item", "pair"]) {
      const local = data[key].names.map(name => {
        if (!idOf[key].has(name)) { idOf[key].set(name, names[key].length); names[key].push(name); }
        return idOf[key].get(name);
      });
      unpacked(data[key].codes[1], data[key].codes[0]).forEach((c, i) => { of[key][start + i] = local[c]; });
    }
    led.set(unpacked(data.led, 1), start);
    ready = Math.min(n, start + index.rowPiece);
  };
  const loadRows = async () => {
    for (let k = 0; k < index.rowPieces; k++) {
      if (k + 1 < index.rowPieces) load("rows", k + 1).catch(() => {});
      takeRows(k, await load("rows", k));
      held.delete(`rows ${k}`);
      if (k === 0 || k + 1 === index.rowPieces) { filter(k > 0); if (!state.trial && !state.q && selected < 0) follow(); }
      else count();
    }
    if (state.trial) await findTrial();
    if (selected >= 0 && neighbours(selected)[1] !== seenTo) await draw(selected, true);  // it was drawn before all answers to its question were here
  };
  const pieceOf = i => Math.floor(i / index.textPiece);
  const textsOf = async i => {
    const k = pieceOf(i);
    if (!texts.has(k)) texts.set(k, await load("texts", k));
    return texts.get(k);
  };
  const said = (piece, column, i) => { const c = piece.columns[column]; return c ? piece.strings[c[i % index.textPiece]] : ""; };
  const number = (piece, column, i) => { const c = piece.columns[column]; return c ? c[i % index.textPiece] : null; };

  // -------- filters
  const tests = () => {  // [codes, which of them fit, key of the facet or ""]
    const out = [];
    for (const [key, wanted] of state.filters) {
      const f = byKey.get(key), fits = new Uint8Array(Math.max(1, f ? f.values.length : isId(key) ? names[key].length : 1));
      for (const word of wanted) { const c = f ? f.values.indexOf(word) : isId(key) ? idOf[key].get(word) ?? -1 : -1; if (c >= 0) fits[c] = 1; }
      out.push([f ? codes[key] : isId(key) ? of[key] : new Uint8Array(n), fits, f ? key : ""]);
    }
    if (hits) out.push([hits, Uint8Array.of(0, 1), ""]);
    return out;
  };
  const filter = (keep = false) => {
    const all = tests(), wrong = new Uint16Array(ready), which = new Uint16Array(ready);
    all.forEach(([column, fits], a) => { for (let i = 0; i < ready; i++) if (!fits[column[i]]) { wrong[i]++; which[i] = a; } });
    const found = new Uint32Array(ready);
    let m = 0;
    for (let i = 0; i < ready; i++) if (!wrong[i]) found[m++] = i;
    for (const f of facets) {
      const own = all.findIndex(t => t[2] === f.key), column = codes[f.key], counts = f.counts = new Uint32Array(f.values.length);
      for (let j = 0; j < m; j++) counts[column[found[j]]]++;
      if (own >= 0) for (let i = 0; i < ready; i++) if (wrong[i] === 1 && which[i] === own) counts[column[i]]++;
    }
    shown = found.slice(0, m);
    if (state.sort === "led") shown = shown.sort((a, b) => led[b] - led[a] || a - b);
    if (!keep) at("list").scrollTop = 0;
    count(); bar(); chips(); counts(); list();
  };
  const changed = () => { filter(); follow(); remember(); };
  const follow = () => {  // the chosen case is one of the list
    if (shown.length && position() < 0 && !phone.matches) choose(shown[0]);
    else if (!shown.length && ready === n) { selected = -1; state.trial = ""; drawn++; at("case").replaceChildren(el("p", { className: "empty" }, "Nothing fits these filters.")); }
  };
  const toggle = (key, word, on) => {
    const held = state.filters.get(key) || new Set();
    on ? held.add(word) : held.delete(word);
    held.size ? state.filters.set(key, held) : state.filters.delete(key);
    changed();
  };
  const clear = () => { state.filters.clear(); state.q = ""; at("search").value = ""; halt(); syncBoxes(); changed(); };

  // -------- the address: one key for each column, one value or more
  let own = location.hash || "#", remembering = 0;  // the address as this page knows it
  const remember = () => { clearTimeout(remembering); remembering = setTimeout(write, 120); };  // a key that is held down must not flood the browser with addresses
  const write = () => {
    if ((location.hash || "#") !== own) return;  // another one was asked for, and is on its way here
    const p = new URLSearchParams();
    for (const [key, wanted] of state.filters) for (const word of wanted) p.append(key, word);
    if (state.q) p.set("q", state.q);
    if (state.sort !== "pair") p.set("sort", state.sort);
    if (state.trial) p.set("trial", state.trial);
    const hash = `#${p.toString().replaceAll("+", "%20")}`;
    if (hash !== own) { own = hash; location.replace(hash); }
  };
  const fromAddress = () => {
    const p = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    state.filters.clear();
    for (const [key, word] of p) {
      if (["q", "sort", "trial"].includes(key)) continue;
      state.filters.set(key, (state.filters.get(key) || new Set()).add(word));
    }
    state.q = p.get("q") || ""; state.sort = p.get("sort") === "led" ? "led" : "pair"; state.trial = p.get("trial") || "";
    at("search").value = state.q;
  };
  addEventListener("hashchange", () => {
    const now = location.hash || "#";
    if (now === own) return;
    own = now; clearTimeout(remembering); fromAddress(); syncBoxes(); halt(); filter();
    if (state.q) seek();
    if (state.trial) findTrial().catch(failed); else { selected = -1; follow(); }
  });
  const findTrial = async () => {
    const wanted = state.trial, bucket = [...wanted].reduce((sum, c) => sum + c.codePointAt(0), 0) % index.trialPieces;
    const where = await load("trials", bucket), i = where.numbers[where.trials.indexOf(wanted)];
    if (wanted !== state.trial) return;
    if (i === undefined || i >= ready) { if (ready === n) { selected = -1; drawn++; at("case").replaceChildren(el("div", { className: "back" }, el("button", { type: "button", on: { click: back } }, "‹ All")), el("p", { className: "empty", role: "status" }, `These pages hold no case ${wanted}.`)); document.body.classList.add("reading"); list(); } return; }
    choose(i, false); document.body.classList.add("reading");
  };

  // -------- above the list
  const sorting = el("select", { ariaLabel: "Order of the list", on: { change: e => { state.sort = e.target.value; changed(); } } },
    el("option", { value: "pair" }, "pair by pair"), el("option", { value: "led" }, "most led by the prior first"));
  at("order").replaceChildren(sorting);
  const count = () => {
    sorting.value = state.sort;
    at("count").replaceChildren(el("b", {}, many(shown.length)), shown.length === n ? " answers" : ` of ${many(n)} answers`,
      ready < n ? `, ${many(ready)} loaded` : "", searching ? `, ${searching}` : "");
  };
  const bar = () => {
    const f = byKey.get("state"), sums = { correct: 0, biased: 0, other: 0, failure: 0 };
    const wanted = state.filters.get("state"), tally = wanted ? shown : null;
    if (tally) for (const i of tally) sums[classOf(value("state", i))]++;
    else f.values.forEach((v, c) => { sums[classOf(v)] += f.counts[c]; });
    const total = shown.length || 1;
    at("bar").replaceChildren(...Object.entries(sums).filter(([, k]) => k).map(([name, k]) => {
      const part = el("button", { type: "button", className: name, title: `${NAMES[name]}: ${many(k)} (${(100 * k / total).toFixed(1)} %). Click: only these`,
        ariaLabel: `${NAMES[name]}: ${k}. Show only these`, on: { click: () => onlyStates(name) } }, k / total > 0.26 ? `${name === "failure" ? "no answer" : name} ${many(k)}` : k / total > 0.09 ? many(k) : "");
      part.style.flex = `${k} 0 0`;
      return part;
    }));
  };
  const onlyStates = name => {
    const values = byKey.get("state").values.filter(v => classOf(v) === name), now = state.filters.get("state");
    const same = now && now.size === values.length && values.every(v => now.has(v));
    same ? state.filters.delete("state") : state.filters.set("state", new Set(values));
    syncBoxes(); changed();
  };
  const titleOf = key => byKey.get(key)?.title || spaced(key);
  const shownWord = (key, word) => key === "transition" ? moved(word) || "(nothing before)" : key === "between" ? moved(word) || "(in one run only)" : WORDS.includes(key) ? spaced(word) : word || "(none)";
  const chips = () => {
    const out = [];
    for (const [key, wanted] of state.filters) for (const word of wanted) {
      const known = byKey.has(key) ? byKey.get(key).values.includes(word) : isId(key) ? idOf[key].has(word) || ready < n : false;
      const words = `${titleOf(key)}: ${shownWord(key, word)}${known ? "" : " (not in these pages)"}`;
      out.push(el("button", { type: "button", className: known ? "chip" : "chip absent", ariaLabel: `Remove the filter ${words}`, on: { click: () => { toggle(key, word, false); syncBoxes(); } } }, el("span", {}, words)));
    }
    if (state.q) out.push(el("button", { type: "button", className: "chip", ariaLabel: "Remove the search", on: { click: () => { at("search").value = ""; state.q = ""; seek(); } } }, el("span", {}, `text: ${state.q}`)));
    if (out.length > 1) out.push(el("button", { type: "button", className: "chip all", on: { click: clear } }, "clear all"));
    at("chips").replaceChildren(...out);
  };

  // -------- the filters' pane
  const boxes = new Map();
  const facet = f => {
    const list = el("div", { className: "values" }), badge = el("b", { hidden: true });
    const rows = f.values.map(word => {
      const box = el("input", { type: "checkbox", on: { change: () => toggle(f.key, word, box.checked) } }), k = el("span", { className: "n" });
      const line = el("label", { className: "value", title: shownWord(f.key, word) }, box, el("span", { className: "word" }, f.key === "state" ? el("i", { className: `dot ${classOf(word)}` }) : "", shownWord(f.key, word)), k);
      return { word, box, k, line };
    });
    list.append(...rows.map(r => r.line));
    const made = el("details", { className: "facet", open: f.open, on: { toggle: () => made.open && counts() } }, el("summary", {}, f.title, badge), el("fieldset", { ariaLabel: f.title, className: "values bare" }));
    made.lastChild.replaceWith(Object.assign(list, { role: "group", ariaLabel: f.title }));
    boxes.set(f.key, { rows, badge, made });
    return made;
  };
  const counts = () => {
    for (const f of facets) {
      const b = boxes.get(f.key);
      if (!b) continue;
      const chosen = state.filters.get(f.key)?.size || 0;
      b.badge.hidden = !chosen; b.badge.textContent = chosen;
      if (b.made.open) b.rows.forEach((r, c) => { const k = f.counts ? f.counts[c] : 0; r.k.textContent = many(k); r.line.classList.toggle("zero", !k && !r.box.checked); });
    }
  };
  const syncBoxes = () => { for (const [key, b] of boxes) for (const r of b.rows) r.box.checked = !!state.filters.get(key)?.has(r.word); };
  const showFilters = on => {
    const narrow = matchMedia("(max-width: 1180px)").matches;
    document.body.classList.toggle("filtering", on && narrow);
    at("open-filters").setAttribute("aria-expanded", String(on && narrow));
    if (on) at("filters").querySelector("summary")?.focus(); else at("list").focus({ preventScroll: true });
  };
  const fillFilters = () => {
    const choice = facets.filter(f => f.values.length > 1), main = choice.filter(f => f.main), rest = choice.filter(f => !f.main);
    at("filters").replaceChildren(el("button", { type: "button", className: "sheet-close", on: { click: () => showFilters(false) } }, "Done"),
      ...main.map(facet), ...(rest.length ? [el("p", { className: "more" }, "More"), ...rest.map(facet)] : []));
  };

  // -------- search
  let searches = 0;
  const halt = () => { searches++; searching = ""; hits = null; };  // also one that is on its way
  const seek = () => search().catch(e => { searching = ""; count(); failed(e); });
  const search = async () => {
    const mine = ++searches, terms = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    if (!terms.length) { hits = null; searching = ""; changed(); return; }
    const found = new Uint8Array(n), pieces = index.textPieces;
    for (let k = 0; k < pieces; k++) {
      for (let ahead = k; ahead < Math.min(pieces, k + 6); ahead++) if (!texts.has(ahead)) load("texts", ahead).catch(() => {});
      if (!texts.has(k)) { texts.set(k, await load("texts", k)); if (mine !== searches) return; if (k % 8 === 0) { searching = `searching ${Math.round(100 * k / pieces)} %`; count(); } }
      markHits(k, terms, found);
    }
    hits = found; searching = ""; changed();
  };
  const SEARCHED = ["question", "choices", "text", "extracted", "why", "trial", "o_text", "o_extracted", "o_why"];
  const markHits = (k, terms, found) => {
    const piece = texts.get(k), start = k * index.textPiece, end = Math.min(n, start + index.textPiece);
    piece.lower ??= piece.strings.map(s => s.toLowerCase());
    const columns = SEARCHED.map(c => piece.columns[c]).filter(Boolean);
    const per = terms.map(t => piece.lower.map(s => s.includes(t)));
    for (let i = start; i < end; i++) {
      const ids = () => `${names.item[of.item[i]]} ${names.pair[of.pair[i]]} ${value("subject", i)} ${value("domain", i)} ${value("model", i)}`.toLowerCase();
      let line = null;
      if (terms.every((t, x) => columns.some(c => per[x][c[i - start]]) || (line ??= ids()).includes(t))) found[i] = 1;
    }
  };

  // -------- the list: only what is in sight is made
  const box = at("list"), tall = at("tall");
  let lines = new Map();  // row -> what is made of it
  const list = () => {
    tall.style.height = `${shown.length * ROW}px`;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 4), last = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 4);
    const made = [], kept = new Map();
    for (let p = first; p < last; p++) {
      const i = shown[p], whole = texts.has(pieceOf(i)), old = lines.get(i), same = old && old.p === p && old.whole === whole;
      const node = same ? old.node : line(p);
      node.setAttribute("aria-selected", String(i === selected)); node.setAttribute("aria-setsize", shown.length);
      kept.set(i, { p, whole, node }); made.push(node);
    }
    lines = kept;
    if (!shown.length) made.push(el("p", { className: "empty" }, ready < n ? "Loading" : searching ? "Searching" : "No answer fits these filters."));
    tall.replaceChildren(...made);
    const active = selected >= 0 ? document.getElementById(`row-${selected}`) : null;
    active ? box.setAttribute("aria-activedescendant", active.id) : box.removeAttribute("aria-activedescendant");
    const missing = [...new Set(Array.from({ length: Math.max(0, last - first) }, (_, j) => pieceOf(shown[first + j])))].filter(k => !texts.has(k));
    if (missing.length) Promise.all(missing.map(k => textsOf(k * index.textPiece))).then(() => list(), failed);
  };
  const line = p => {
    const i = shown[p], piece = texts.get(pieceOf(i)), picture = piece && piece.pictures[number(piece, "thumb", i)];
    const about = ["model", "condition", "role", "run", "side"].filter(k => varies(k) && !(k === "side" && value(k, i) === "both")).map(k => shownWord(k, value(k, i)));
    const made = el("div", { id: `row-${i}`, className: index.pictures ? "row" : "row plain", role: "option", ariaSelected: String(i === selected), "aria-posinset": p + 1, "aria-setsize": shown.length, on: { click: () => { choose(i); document.body.classList.add("reading"); } } },
      picture && picture[0] ? el("img", { src: `thumbs/${picture[0]}`, alt: "", loading: "lazy", decoding: "async" }) : el("span", { className: "blank" }),
      el("div", { className: "q" }, piece ? said(piece, "question", i).split("\n").pop() : names.item[of.item[i]]), marks(i), el("div", { className: "meta" }, about.join(" · ") || names.item[of.item[i]]));
    made.style.top = `${p * ROW}px`;
    return made;
  };
  const dot = (s, title) => el("i", { className: `dot ${classOf(s)}`, title, role: "img", ariaLabel: title || s });
  const chip = s => el("span", { className: `state ${classOf(s)}` }, el("i", { className: `dot ${classOf(s)}` }), spaced(s));
  const marks = i => {
    const from = (index.sides ? value("between", i) : value("transition", i)).split("-to-");  // beside a second run, an arrow means one thing: from run to run
    const s = value("state", i), to = value("between", i) ? from[1] : s, before = value("between", i) ? s : from[0];
    return el("div", { className: "marks" }, from.length > 1 ? [dot(before, `${value("between", i) ? index.sides[0] : index.baseline}: ${before}`), el("span", { className: "arrow" }, "→")] : "", chip(to));
  };
  box.addEventListener("scroll", list, { passive: true });
  new ResizeObserver(list).observe(box);

  // -------- moving
  const phone = matchMedia("(max-width: 760px)");
  const position = () => shown.indexOf(selected);
  const choose = (i, mark = true) => {
    selected = i; swapped = false;
    const p = position();
    if (p >= 0) {
      if (p * ROW < box.scrollTop) box.scrollTop = p * ROW;
      if ((p + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (p + 1) * ROW - box.clientHeight;
    }
    list(); draw(i, mark).catch(failed);
  };
  const step = by => {
    if (!shown.length) return;
    const p = position(), to = p < 0 ? 0 : p + by;
    if (to < 0 || to >= shown.length) { toast(to < 0 ? "This is the first one" : "This is the last one"); return; }
    choose(shown[to]);
  };
  const jump = by => {  // to the first answer of the next question
    let p = position();
    const item = p >= 0 ? of.item[shown[p]] : -1;
    while (p >= 0 && p < shown.length && of.item[shown[p]] === item) p += by;
    if (p >= 0 && p < shown.length) choose(shown[p]); else toast(by > 0 ? "This is the last question" : "This is the first question");
  };

  // -------- one case
  const draw = async (i, mark) => {
    const mine = ++drawn, piece = await textsOf(i), same = neighbours(i), base = number(piece, "before", i);
    const basePiece = base >= 0 && base !== null ? await textsOf(base) : null;
    for (let k = pieceOf(same[0]); k <= pieceOf(same[1]); k++) await textsOf(k * index.textPiece);
    if (mine !== drawn) return;
    seenTo = same[1];
    const get = column => said(piece, column, i);
    if (mark) { state.trial = get("trial"); remember(); }
    const inside = at("case").contains(document.activeElement), table = document.activeElement.closest(".grid");
    at("case").replaceChildren(el("div", { className: "back" }, el("button", { type: "button", on: { click: back } }, "‹ All"), el("button", { type: "button", ariaLabel: "Previous", on: { click: () => step(-1) } }, "‹"), el("button", { type: "button", ariaLabel: "Next", on: { click: () => step(1) } }, "›")),
      el("article", { className: "case" }, crumbs(i, get), question(get), pair(i, piece, get), index.rights && el("p", { className: "rights" }, index.rights), answers(i, piece, basePiece, base), asked(i, piece), elsewhere(i, same), facts(i, piece, get)));
    at("case").scrollTop = 0;
    if (inside) ((table && at("case").querySelector(".grid [aria-current=true]")) || at("case")).focus({ preventScroll: !table });  // what had the focus is gone
  };
  const back = () => { document.body.classList.remove("reading"); box.focus({ preventScroll: true }); };
  const link = filters => { const p = new URLSearchParams(filters); return `#${p.toString().replaceAll("+", "%20")}`; };
  const crumbs = (i, get) => {
    const pairName = names.pair[of.pair[i]], item = names.item[of.item[i]];
    return el("div", { className: "crumbs" }, byKey.has("domain") && el("a", { href: link({ domain: value("domain", i) }), title: "All of this domain" }, spaced(value("domain", i))),
      value("subject", i) && el("a", { href: link({ subject: value("subject", i) }), title: "All of this subject" }, spaced(value("subject", i))),
      pairName ? el("a", { href: link({ pair: pairName }), title: "All questions about this pair" }, pairName) : el("a", { href: link({ item }), title: "All answers to this question" }, item),
      el("span", {}, spaced(value("question_type", i))), el("a", { className: "right", href: link({ trial: get("trial") }), title: "The address of this case: copy it to point at it" }, "link"));
  };
  const question = get => el("div", {}, el("h2", {}, get("question") || "(no question text)"), get("choices") && el("p", { className: "choices" }, get("choices").split("; ").join("   ")));
  const picture = (p, alt, turned) => p && p[0] ? el("button", { type: "button", ariaLabel: `Enlarge: ${alt}`, on: { click: () => enlarge(p[0], alt) } }, el("img", { src: `pictures/${p[0]}`, alt, width: p[1], height: p[2], decoding: "async", className: turned ? "turned" : "" })) : el("div", { className: "none" }, p ? p[1] : index.pictures ? "no picture" : "These pages hold no pictures");
  const pair = (i, piece, get) => {
    const ids = { original: number(piece, "original", i), counterfactual: number(piece, "counterfactual", i) }, role = value("role", i);
    const paired = Object.entries(ids).filter(([, x]) => x !== null && x >= 0);
    if (!paired.length) { const x = number(piece, "thumb", i); return x === null || x < 0 ? null : el("div", { className: "pair one" }, el("figure", {}, picture(piece.pictures[x], get("subject") || "the picture"))); }
    const strength = value("strength", i), rung = strength && strength !== "100" ? `, ${strength} % of the edit` : "";
    const is = { original: get("was"), counterfactual: get("now") && get("now") + rung }, order = swapped ? paired.slice().reverse() : paired;
    return el("div", { className: order.length > 1 ? "pair" : "pair one" }, order.map(([side, x]) => el("figure", { className: side === role || role === "both" ? "asked" : "" },
      picture(piece.pictures[x], `${side} of ${names.pair[of.pair[i]]}${is[side] ? `: ${spaced(get("attribute"))} ${spaced(is[side])}` : ""}`, swapped),
      el("figcaption", {}, el("b", {}, side), side === role || role === "both" ? el("span", { className: "here" }, "asked about") : "", el("span", { className: "is" }, is[side] ? `${spaced(get("attribute"))}: ${spaced(is[side])}` : "")))));
  };
  const answers = (i, piece, basePiece, base) => {
    const plain = { text: "text", extracted: "extracted", why: "why", seconds: "seconds", tokens: "tokens", error: "error_kind" };
    const two = { text: "o_text", extracted: "o_extracted", why: "o_why", seconds: "o_seconds", tokens: "o_tokens", error: "o_error_kind" };
    const cards = [];
    if (basePiece && !value("between", i)) cards.push(answer(basePiece, base, plain, value("state", base), [value("model", base), value("condition", base)], "past"));
    const heads = ["run", "model", "condition"].filter(k => k === "model" || varies(k)).map(k => value(k, i));
    cards.push(answer(piece, i, plain, value("state", i), index.sides ? [value("side", i) === index.onlySecond ? index.sides[1] : index.sides[0], ...heads.slice(varies("run") ? 1 : 0)] : heads));
    if (value("between", i)) cards.push(answer(piece, i, two, said(piece, "o_state", i), [index.sides[1], said(piece, "o_model", i), ...heads.slice(-1).filter(() => varies("condition"))]));
    return el("div", { className: "answers" }, cards);
  };
  const answer = (piece, i, columns, verdict, heads, kind = "") => {
    const get = c => said(piece, columns[c] || c, i), text = get("text");
    const lines = [["read as", get("extracted") !== text ? get("extracted") : ""], ["right answer", named(piece, i, "expected")], ["the prior's answer", named(piece, i, "prior_answer")],
      ["reason", get("why")], ["error", get("error")], ["took", [get("seconds") && `${get("seconds")} s`, get("tokens") && `${get("tokens")} token${get("tokens") === "1" ? "" : "s"}`].filter(Boolean).join(", ")]].filter(([, v]) => v);
    return el("section", { className: `card ${kind}` }, el("h3", {}, heads.filter(Boolean).join(" · "), chip(verdict)),
      el("div", { className: text ? "said" : "said nothing", ...(text.length > 600 ? { tabIndex: 0, role: "region", ariaLabel: "The whole answer" } : {}) }, text || (verdict === "missing" ? "Not asked yet." : `No answer: ${spaced(verdict)}.`)), el("dl", {}, lines.map(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])));
  };
  const named = (piece, i, column) => {  // a letter with its choice's text, where the choices stand as given
    const word = said(piece, column, i), choice = said(piece, "choices", i).split("; ").find(c => c.startsWith(`${word} `));
    return word && choice && ["", "as_given"].includes(value("choice_order", i)) ? `${word} (${choice.slice(word.length + 1)})` : word;
  };
  const asked = (i, piece) => {
    const x = number(piece, "asked", i), note = said(piece, "note", i);
    if (x === null || x < 0) return note ? el("section", { className: "card" }, el("h3", {}, "What the model got"), el("p", { className: "hint" }, note)) : null;
    const parts = piece.asked[x].map(part => {
      if (typeof part === "number") return el("li", { className: "part text" }, piece.strings[part].trim());
      const p = piece.pictures[part[0]], words = piece.strings[part[1]];
      return el("li", { className: "part" }, picture(p, words), el("p", {}, words));
    });
    return el("section", { className: "card" }, el("h3", {}, "What the model got, in order"), el("ol", { className: "parts" }, parts), note && el("p", { className: "hint" }, note));
  };
  const neighbours = i => {
    let a = i, b = i;
    while (a > 0 && of.item[a - 1] === of.item[i]) a--;
    while (b + 1 < ready && of.item[b + 1] === of.item[i]) b++;
    return [a, b];
  };
  const elsewhere = (i, [a, b]) => {
    const version = r => said(texts.get(pieceOf(r)), "item_digest", r), mine = version(i);
    const models = new Map(), columns = new Map(), roles = new Set();
    let changed = 0, held = 0;
    for (let r = a; r <= b; r++) {
      if (version(r) !== mine) { changed++; continue; }  // the same id with other words or pictures is another question
      const m = [value("model", r), varies("run") ? value("run", r) : "", ["", "both"].includes(value("side", r)) ? "" : value("side", r)].filter(Boolean).join(" · ");
      const c = [value("condition", r), value("role", r)].join(" ");
      columns.set(c, [value("condition", r), value("role", r)]); roles.add(value("role", r)); held++;
      if (!models.has(m)) models.set(m, new Map());
      models.get(m).set(c, [...(models.get(m).get(c) || []), r]);
    }
    const hint = changed ? el("p", { className: "hint" }, `${many(changed)} more answers bear this question's id and were given to other words or pictures, so they aren't shown beside these.`) : null;
    if (held < 2) return hint && el("section", { className: "card" }, el("h3", {}, "The same question elsewhere"), hint);
    const cell = (m, r) => {
      const between = value("between", r), verdicts = [value("state", r), ...(between ? [between.split("-to-")[1]] : [])];
      const words = `${m}, ${value("condition", r)}, ${value("role", r)}: ${verdicts.map((v, k) => between ? `${index.sides[k]} ${spaced(v)}` : spaced(v)).join(", ")}`;
      return el("button", { type: "button", title: words, ariaLabel: words, ariaCurrent: r === i ? "true" : undefined, on: { click: () => choose(r) } }, verdicts.map(v => el("i", { className: `dot ${classOf(v)}` })));
    };
    const heads = [...columns.values()].map(([c, role]) => el("th", { scope: "col" }, [c, roles.size > 1 ? role : ""].filter(Boolean).join(", ")));
    return el("section", { className: "card" }, el("h3", {}, "The same question elsewhere", index.sides && el("span", {}, `${index.sides[0]}, then ${index.sides[1]}`)),
      el("div", { className: "scroll" }, el("table", { className: "grid" }, el("thead", {}, el("tr", {}, el("td", {}), heads)),
      el("tbody", {}, [...models].map(([m, row]) => el("tr", {}, el("th", { scope: "row" }, m), [...columns.keys()].map(c => el("td", {}, (row.get(c) || []).map(r => cell(m, r))))))))), legend(), hint);
  };
  const legend = () => el("div", { className: "legend" }, Object.entries(NAMES).map(([k, words]) => el("span", {}, el("i", { className: `dot ${k}` }), words)));
  const facts = (i, piece, get) => {
    const rows = [["item", names.item[of.item[i]]], ["pair", names.pair[of.pair[i]]], ["trial", get("trial")], ["content", get("item_digest")], ...facets.map(f => [f.title, shownWord(f.key, value(f.key, i))])].filter(([, v]) => v && !["(none)", "(nothing before)", "(in one run only)"].includes(v));
    return el("details", { className: "facts" }, el("summary", {}, "Everything that is known about this answer"), el("dl", {}, rows.map(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])));
  };
  const swap = () => { if (selected < 0) return; swapped = !swapped; const i = selected, k = texts.get(pieceOf(i)), now = at("case").querySelector(".pair"); if (k && now) now.replaceWith(pair(i, k, c => said(k, c, i))); };
  const enlarge = (file, alt) => { at("large").replaceChildren(el("img", { src: `pictures/${file}`, alt }), el("div", { className: "under" }, el("p", {}, alt), el("button", { type: "button", className: "close", on: { click: () => at("large").close() } }, "Close"))); at("large").showModal(); };

  // -------- help and keys
  const KEYS = [["j ↓", "next"], ["k ↑", "previous"], ["J", "next question"], ["K", "previous question"], ["o", "swap original and counterfactual"], ["/", "search"], ["f", "filters"], ["x", "clear all filters"], ["Home", "first"], ["End", "last"], ["?", "this help"], ["Esc", "close, or back to the list"]];
  const help = () => {
    if (at("help").open) { at("help").close(); return; }
    at("help").replaceChildren(el("button", { type: "button", className: "close", on: { click: () => at("help").close() } }, "Close"), el("h2", {}, "Keys"),
      el("div", { className: "keys" }, KEYS.flatMap(([k, what]) => [el("span", {}, k.split(" ").flatMap((x, j) => [j ? " " : "", el("kbd", {}, x)])), el("span", {}, what)])),
      el("h3", {}, "Verdicts"), legend(), el("h3", {}, "Words"), el("dl", {}, index.words.map(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])),
      ...(index.notes.length ? [el("h3", {}, "Where these answers come from"), el("dl", {}, index.notes.map(([k, v]) => [el("dt", {}, k), el("dd", {}, v)]))] : []));
    at("help").showModal();
  };
  const typing = e => e.target.tagName === "SELECT" || e.target.tagName === "TEXTAREA" || (e.target.tagName === "INPUT" && e.target.type !== "checkbox");
  const DO = { j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1), J: () => jump(1), K: () => jump(-1), o: swap, x: clear, "?": help,
    "/": () => { back(); at("search").focus(); at("search").select(); }, f: () => showFilters(true), Home: () => shown.length && choose(shown[0]), End: () => shown.length && choose(shown[shown.length - 1]),
    Enter: () => document.body.classList.add("reading"), Escape: () => { if (document.body.classList.contains("filtering")) showFilters(false); else back(); } };
  addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || at("large").open) return;
    if (at("help").open) { if (e.key === "?") { e.preventDefault(); help(); } return; }
    if (typing(e)) { if (e.key === "Escape" || e.key === "Enter") { e.preventDefault(); box.focus({ preventScroll: true }); } return; }
    const scroller = e.target.closest(".said, .part.text, .scroll");
    if (scroller && scroller.scrollHeight > scroller.clientHeight && ["ArrowDown", "ArrowUp", "Home", "End"].includes(e.key)) return;  // a long answer is read with the arrows
    const pressing = ["BUTTON", "SUMMARY", "A"].includes(e.target.tagName) || e.target.type === "checkbox";
    if (!DO[e.key] || (pressing && e.key === "Enter")) return;
    e.preventDefault(); DO[e.key]();
  });
  let waiting = 0;
  at("search").addEventListener("input", e => { clearTimeout(waiting); waiting = setTimeout(() => { state.q = e.target.value.trim(); seek(); }, 160); });
  document.querySelector(".skip").addEventListener("click", e => { e.preventDefault(); box.focus(); });  // the address holds filters, and a heading in it would be one
  at("open-help").addEventListener("click", help);
  at("open-filters").addEventListener("click", () => showFilters(!document.body.classList.contains("filtering")));
  for (const id of ["help", "large"]) at(id).addEventListener("click", e => { if (e.target === at(id)) at(id).close(); });

  if (index.obstacles.length) at("above").prepend(el("details", { className: "warn" }, el("summary", {}, "These runs can't be compared as they are: a change between them is no effect. Why?"), el("ul", {}, index.obstacles.map(words => el("li", {}, words)))));
  fromAddress(); fillFilters(); syncBoxes();
  loadRows().then(() => state.q && seek()).catch(failed);
};
