"use strict";
// Two pages in one: a person reviews pairs, or answers questions. All text enters through textContent, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const memory = `cfvlm-${data.mode}-${data.id}`;

// ---------------------------------------------------------------- small things
const el = (tag, more = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [k, v] of Object.entries(more)) {
    if (k === "on") for (const [event, act] of Object.entries(v)) made.addEventListener(event, act);
    else if (k in made && k !== "list") made[k] = v;
    else made.setAttribute(k, v);
  }
  made.append(...inside.flat().filter(x => x !== null && x !== undefined && x !== false));
  return made;
};
const kbd = key => el("kbd", {}, key);
const now = () => new Date().toISOString().replace(/\.\d+Z$/, "Z");
const unseal = text => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), c => c.charCodeAt(0))));
let lasting = true;  // whether this browser keeps what is decided
const keep = value => {
  try { localStorage.setItem(memory, JSON.stringify(value)); }
  catch (e) { if (lasting) toast("This browser keeps nothing for local files: save before you close the page."); lasting = false; }
};
const kept = () => { try { return JSON.parse(localStorage.getItem(memory)) || {}; } catch (e) { return {}; } };
const download = (name, rows) => {
  const file = new Blob(rows.map(r => JSON.stringify(r) + "\n"), { type: "application/x-ndjson" });
  const link = el("a", { href: URL.createObjectURL(file), download: name });
  document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
let toastTimer = 0;
const toast = words => {
  document.querySelector(".toast")?.remove();
  document.body.append(el("div", { className: "toast", role: "status" }, words));
  clearTimeout(toastTimer); toastTimer = setTimeout(() => document.querySelector(".toast")?.remove(), 2600);
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = theme => { document.documentElement.dataset.theme = theme || (dark.matches ? "dark" : "light"); };
const theme = { get: () => { try { return localStorage.getItem("cfvlm-theme"); } catch (e) { return null; } }, set: v => { try { localStorage.setItem("cfvlm-theme", v); } catch (e) { } } };
paint(theme.get()); dark.addEventListener("change", () => paint(theme.get()));
const turnTheme = () => { const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; theme.set(next); paint(next); };
const overlay = (title, keys) => {
  if (closeOverlay()) return;
  const cells = keys.flatMap(([k, what]) => [el("span", {}, k.split(" ").map(kbd).flatMap((x, i) => i ? [" ", x] : [x])), el("span", {}, what)]);
  const sheet = el("div", { className: "sheet", role: "dialog", ariaModal: "true", ariaLabel: title }, el("h2", {}, title), el("div", { className: "keys" }, cells));
  document.body.append(el("div", { className: "overlay", on: { click: closeOverlay } }, sheet));
};
const closeOverlay = () => { const open = document.querySelector(".overlay"); open?.remove(); return !!open; };
const typing = e => ["INPUT", "SELECT", "TEXTAREA"].includes(e.target.tagName);

// ---------------------------------------------------------------- review
const reviewPage = () => {
  const keyOf = d => `${d.pair}\n${d.role || ""}\n${d.view || ""}`;
  const state = Object.assign({ decisions: {}, at: 0, by: data.by || "", saved: "" }, kept());
  for (const d of data.earlier) if (!((state.decisions[keyOf(d)]?.at || "") >= (d.at || "") && state.decisions[keyOf(d)])) state.decisions[keyOf(d)] = d;  // the later word wins
  const view = { tab: 0, aim: 0, domain: "", status: "", undecided: false, words: "", flipped: false, noting: false };
  const past = [];  // for undo, of this sitting
  const aims = ["", "original", "counterfactual"], aimNames = ["pair", "original", "counterfactual"];
  let order = [];

  const pair = () => data.pairs[state.at];
  const tabs = () => pair().views;
  const tab = () => tabs()[Math.min(view.tab, tabs().length - 1)];
  const target = () => aims[view.aim] ? { kind: "view", pair: pair().id, role: aims[view.aim], view: tab().decides } : { kind: "pair", pair: pair().id, role: "", view: "" };
  const held = t => state.decisions[keyOf(t)];
  const verdict = p => state.decisions[`${p.id}\n\n`]?.decision || "";
  const remember = () => keep({ decisions: state.decisions, at: state.at, by: state.by, saved: state.saved });
  const text = () => Object.values(state.decisions).map(d => JSON.stringify(d)).join("\n");

  const fits = p => (!view.domain || p.domain === view.domain) && (!view.words || `${p.id} ${p.subject} ${p.attribute}`.toLowerCase().includes(view.words.toLowerCase()))
    && (!view.status || (view.status === "accepted" ? verdict(p) === "accept" : view.status === "rejected" ? verdict(p) === "reject" : view.status === "noted" ? notes(p) : statuses(p).includes(view.status)));
  const statuses = p => Object.values(p.status).map(s => s || "unmeasured");
  const notes = p => Object.values(state.decisions).some(d => d.pair === p.id && d.note);
  const filter = () => {
    order = data.pairs.map((_, i) => i).filter(i => fits(data.pairs[i]));
    if (order.length && !order.includes(state.at)) state.at = order.find(i => !view.undecided || !verdict(data.pairs[i])) ?? order[0];
    draw();
  };
  const step = by => {
    for (let n = order.indexOf(state.at) + by; n >= 0 && n < order.length; n += by)
      if (!view.undecided || !verdict(data.pairs[order[n]])) { state.at = order[n]; remember(); draw(); return true; }
    toast(by > 0 ? (view.undecided ? "Nothing undecided after this one" : "That was the last pair") : "That was the first pair");
    draw();
    return false;
  };
  const put = (t, change, advance) => {
    const key = keyOf(t), before = state.decisions[key];
    const made = Object.fromEntries(Object.entries({ ...t, decision: "", note: "", ...before, ...change, by: state.by, at: now() }).filter(([k, v]) => v || k === "decision" || k === "role" || k === "view"));
    if (!made.decision && !made.note && !data.earlier.some(d => keyOf(d) === key)) delete state.decisions[key];
    else { delete state.decisions[key]; state.decisions[key] = made; }
    past.push({ key, before, at: state.at }); remember();
    if (advance) step(1); else draw();
  };
  const decide = decision => { if (order.length) put(target(), { decision }, decision && !aims[view.aim]); };
  const undo = () => {
    const last = past.pop();
    if (!last) return toast("Nothing to undo");
    if (last.before) state.decisions[last.key] = last.before; else delete state.decisions[last.key];
    state.at = last.at; remember(); filter();
  };
  const save = () => { download(`review-${data.name}.jsonl`, Object.values(state.decisions)); state.saved = text(); remember(); draw(); toast(`Saved ${Object.keys(state.decisions).length} decisions`); };
  const load = files => files[0]?.text().then(said => {
    let n = 0;
    for (const line of said.split("\n").filter(l => l.trim())) { const d = JSON.parse(line); if (!d.pair || !["accept", "reject", ""].includes(d.decision)) throw Error("no decision"); delete state.decisions[keyOf(d)]; state.decisions[keyOf(d)] = d; n++; }
    remember(); filter(); toast(`Read ${n} decisions`);
  }).catch(e => toast(`This is no review file: ${e.message}`));

  // what stands on the page; made once, filled by `draw`
  const domains = [...new Set(data.pairs.map(p => p.domain))].sort();
  const select = (label, options, act) => el("select", { title: label, ariaLabel: label, on: { change: e => { act(e.target.value); e.target.blur(); filter(); } } }, options.map(([v, words]) => el("option", { value: v }, words)));
  const domainBox = select("Domain (d)", [["", "all domains"], ...domains.map(d => [d, d])], v => view.domain = v);
  const statusBox = select("Status (q)", [["", "every status"], ...["pass", "review", "empty", "unmeasured", "accepted", "rejected", "noted"].map(s => [s, s])], v => view.status = v);
  const undecidedBox = el("button", { className: "toggle", on: { click: () => { view.undecided = !view.undecided; undecidedBox.blur(); filter(); } } }, kbd("e"), "undecided only");
  const wordsBox = el("input", { type: "search", placeholder: "find …", style: "width:6.5rem", ariaLabel: "Find (/)", on: { input: e => { view.words = e.target.value; filter(); } } });
  const byBox = el("input", { type: "text", placeholder: "your name", value: state.by, ariaLabel: "Your name", style: "width:6.5rem", on: { input: e => { state.by = e.target.value.trim(); remember(); } } });
  const fileBox = el("input", { type: "file", hidden: true, accept: ".jsonl,.json,.txt", on: { change: e => { load(e.target.files); e.target.value = ""; } } });
  const saveButton = el("button", { className: "plain", on: { click: save } });
  const progress = el("div", { className: "progress" });
  const header = el("header", {}, el("h1", { title: data.title }, data.title), progress,
    el("div", { className: "filters" }, domainBox, statusBox, undecidedBox, wordsBox, byBox, fileBox),
    el("div", { className: "filters" }, el("button", { className: "plain", on: { click: () => fileBox.click() } }, kbd("o"), " open"), saveButton, el("button", { className: "plain", title: "Keys", on: { click: () => help() } }, kbd("?"), " keys")));
  const main = el("main"), footer = el("footer");
  document.body.append(header, main, footer);

  const badge = s => el("span", { className: `badge ${s}` }, s || "unmeasured");
  const side = role => {
    const p = pair(), v = tab(), from = view.flipped ? (role === "original" ? "counterfactual" : "original") : role, file = v[from], own = held({ pair: p.id, role, view: v.decides });
    const picture = file ? el("img", { src: file, alt: `${from}, ${v.name}`, draggable: false }) : el("div", { className: "none" }, v.absent || "There is no evidence for this role.");
    return el("figure", { className: (aims[view.aim] === role || !aims[view.aim] ? "target" : "") + (view.flipped ? " flipped" : "") },
      el("figcaption", {}, el("b", {}, role), el("span", { className: "value" }, role === "original" ? p.was : p.now), el("span", { className: "marks" }, own?.decision ? badge(own.decision) : null, badge(p.status[role]))),
      el("div", { className: "picture" }, picture));
  };
  const facts = () => {
    const p = pair(), rows = p.numbers.roles, mine = Object.values(state.decisions).filter(d => d.pair === p.id);
    return el("aside", {},
      el("div", { className: "card" }, el("h2", {}, p.attribute || "edit"), el("div", { className: "edit" }, p.was, el("span", { className: "arrow" }, "→"), p.now), el("div", { className: "sub" }, p.about)),
      el("div", { className: "card" }, el("h2", {}, "measured"),
        el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, ""), el("th", {}, "original"), el("th", {}, "counterf."))), el("tbody", {}, rows.map(r => el("tr", {}, r.map(c => el("td", {}, c)))))),
        p.numbers.pair.length ? el("table", { style: "margin-top:.5rem" }, el("tbody", {}, p.numbers.pair.map(r => el("tr", {}, r.map(c => el("td", {}, c)))))) : null),
      mine.length ? el("div", { className: "card" }, el("h2", {}, "decided"), el("ul", { className: "decisions" }, mine.map(d => el("li", {}, d.decision ? badge(d.decision) : null, el("span", {}, d.kind === "pair" ? "pair" : `${d.role || "both"} · ${d.view}`, d.by ? ` · ${d.by}` : "", d.note ? el("span", { className: "note" }, ` “${d.note}”`) : null))))) : null,
      el("div", { className: "sub", style: "padding:0 .3rem" }, p.id));
  };
  const bar = () => {
    const done = data.pairs.filter(p => verdict(p)), good = done.filter(p => verdict(p) === "accept").length, share = n => `width:${100 * n / Math.max(1, data.pairs.length)}%`;
    progress.replaceChildren(el("div", { className: "track" }, el("i", { className: "accepted", style: share(good) }), el("i", { className: "rejected", style: share(done.length - good) })),
      el("span", {}, `${done.length} of ${data.pairs.length} decided`));
    const dirty = text() !== state.saved && Object.keys(state.decisions).length > 0;
    saveButton.replaceChildren(kbd("s"), dirty ? " save •" : " save"); saveButton.classList.toggle("unsaved", dirty);
    undecidedBox.setAttribute("aria-pressed", view.undecided); domainBox.value = view.domain; statusBox.value = view.status;
  };
  const foot = () => {
    const own = held(target()), word = aims[view.aim] ? `${aims[view.aim]} · ${tab().decides}` : "this pair";
    const act = (key, words, decision) => el("button", { className: `act ${decision}`, ariaPressed: String(own?.decision === decision), on: { click: () => decide(decision) } }, kbd(key), words);
    const small = (key, words, go) => el("button", { className: "act small", on: { click: go } }, kbd(key), words);
    footer.replaceChildren(...(view.noting ? [noteBox(own)] : []), act("a", `accept ${word}`, "accept"), act("r", "reject", "reject"), small("n", "note", () => { view.noting = true; draw(); }), small("u", "undo", undo),
      small("←", "previous", () => step(-1)), small("→", "next", () => step(1)),
      el("div", { className: "aim" }, kbd("↑"), kbd("↓"), aimNames.map((n, i) => el("button", { ariaPressed: String(i === view.aim), on: { click: () => { view.aim = i; draw(); } } }, n))));
  };
  const noteBox = own => el("div", { className: "notebox" }, el("input", { value: own?.note || "", placeholder: "a note on what is decided here; Enter keeps it", maxLength: 500, on: {
    keydown: e => { e.stopPropagation(); if (e.key === "Enter") { view.noting = false; put(target(), { note: e.target.value.trim() }, false); } else if (e.key === "Escape") { view.noting = false; draw(); } } } }));
  const draw = () => {
    bar();
    if (!order.length) { main.replaceChildren(el("div", { className: "empty-list" }, "No pair fits these filters.")); footer.replaceChildren(); return; }
    const strip = el("div", { className: "tabs", role: "tablist" }, tabs().map((v, i) => el("button", { role: "tab", ariaSelected: String(v === tab()), on: { click: () => { view.tab = i; draw(); } } }, kbd(String(i + 1)), v.name)), el("span", { className: "place" }, `${order.indexOf(state.at) + 1} / ${order.length}`));
    main.replaceChildren(el("div", { className: "review" }, el("div", { className: "stage" }, strip, el("div", { className: "sides" }, side("original"), side("counterfactual"))), facts()));
    foot();
    if (view.noting) footer.querySelector(".notebox input").focus();
    for (const n of [1, 2, -1]) for (const role of aims.slice(1)) { const next = data.pairs[order[order.indexOf(state.at) + n]], v = next?.views[Math.min(view.tab, next.views.length - 1)]; if (v?.[role]) new Image().src = v[role]; }
  };
  const help = () => overlay("Keys", [["→ j", "next pair"], ["← k", "previous pair"], ["a", "accept what is framed"], ["r", "reject it"], ["x", "withdraw the decision"], ["u", "undo"], ["n", "note"], ["↑ ↓", "what is framed: pair, original, counterfactual"],
    ["1 … 9", "which view is shown"], ["Space", "swap the two pictures, to see what changed"], ["d", "next domain"], ["q", "next status"], ["e", "undecided only"], ["/", "find"], ["s", "save decisions to a file"], ["o", "open an earlier file"], ["l", "light or dark"], ["?", "these keys"]]);
  const cycle = (box, name) => { const options = [...box.options].map(o => o.value); view[name] = options[(options.indexOf(view[name]) + 1) % options.length]; filter(); };
  const keys = {
    ArrowRight: () => step(1), j: () => step(1), ArrowLeft: () => step(-1), k: () => step(-1), a: () => decide("accept"), r: () => decide("reject"), x: () => decide(""), u: undo,
    n: () => { view.noting = true; draw(); }, ArrowDown: () => { view.aim = (view.aim + 1) % 3; draw(); }, ArrowUp: () => { view.aim = (view.aim + 2) % 3; draw(); }, " ": () => { view.flipped = !view.flipped; draw(); },
    d: () => cycle(domainBox, "domain"), q: () => cycle(statusBox, "status"), e: () => undecidedBox.click(), "/": () => wordsBox.focus(), s: save, o: () => fileBox.click(), l: turnTheme, "?": () => help(),
  };
  document.addEventListener("keydown", e => {
    if (e.key === "Escape") { closeOverlay(); document.activeElement?.blur(); return; }
    if (typing(e)) { if (e.key === "Enter") e.target.blur(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const digit = /^[1-9]$/.test(e.key) && +e.key <= tabs().length;
    if (!digit && !keys[e.key]) return;
    e.preventDefault();
    if (e.key !== "?" && closeOverlay()) return;
    if (digit) { view.tab = +e.key - 1; draw(); } else keys[e.key]();
  });
  if (state.at >= data.pairs.length) state.at = 0;
  filter();
};

// ---------------------------------------------------------------- questions
const askPage = () => {
  const state = Object.assign({ answers: [], by: data.by || "", saved: 0, started: false }, kept());
  if (data.by) state.by = data.by;
  let clock = { since: 0, spent: 0, running: false }, open = false;
  const remember = () => keep({ answers: state.answers, by: state.by, saved: state.saved, started: state.started });
  const at = () => state.answers.length;
  const question = () => data.questions[at()];
  const pause = () => { if (clock.running) clock.spent += performance.now() - clock.since; clock.running = false; };
  const go = () => { if (!clock.running) clock.since = performance.now(); clock.running = true; };
  document.addEventListener("visibilitychange", () => { if (!open) return; if (document.hidden) pause(); else go(); });

  const progress = el("div", { className: "progress" }), saveButton = el("button", { className: "plain", on: { click: () => save() } });
  const header = el("header", {}, el("h1", { title: data.title }, data.title), progress, el("div", { className: "filters" }, el("button", { className: "plain", on: { click: () => back() } }, kbd("PgUp"), " back"), saveButton, el("button", { className: "plain", on: { click: () => help() } }, kbd("F1"), " keys")));
  const main = el("main");
  document.body.append(header, main);
  const rowOf = a => { const { item, condition, repeat } = unseal(data.questions[a.n].seal); return { kind: "answer", trial: data.questions[a.n].trial, item, condition, ...(repeat ? { repeat } : {}), text: a.text, ...(a.unsure ? { cannot_tell: true } : {}), by: state.by, seconds: a.seconds, at: a.at, page: data.id }; };
  const save = () => { download(`answers-${data.name}-${state.by.replace(/[^\w-]+/g, "_") || "anonymous"}.jsonl`, state.answers.map(rowOf)); state.saved = at(); remember(); draw(); toast(`Saved ${at()} answers`); };
  const answer = (text, unsure = false) => {
    if (!open || !text.trim()) return;
    pause(); open = false;
    state.answers.push({ n: at(), text: text.trim(), unsure, seconds: Math.round(clock.spent) / 1000, at: now() });
    remember(); draw();
  };
  const unsure = () => answer("cannot tell", true);
  const back = () => { if (!state.started || !at()) return; pause(); open = false; state.answers.pop(); remember(); draw(); };
  const bar = () => {
    const n = data.questions.length;
    progress.replaceChildren(el("div", { className: "track" }, el("i", { className: "answered", style: `width:${100 * at() / n}%` })), el("span", {}, `${at()} of ${n} answered`));
    saveButton.replaceChildren(kbd("Ctrl"), kbd("S"), at() > state.saved ? " save •" : " save"); saveButton.classList.toggle("unsaved", at() > state.saved);
  };
  const button = (key, words, act, more = "") => el("button", { className: more, disabled: true, on: { click: act } }, kbd(key), words);
  const answers = q => {
    const cannot = button("?", "cannot tell", unsure, "unsure");
    if (q.form === "yes_no") return [button("y", "yes", () => answer("yes")), button("n", "no", () => answer("no")), cannot];
    if (q.form === "multiple_choice") return [...q.choices.map(c => button(c.letter.toLowerCase(), c.text, () => answer(c.letter))), cannot];
    const field = el("input", { type: "text", disabled: true, autocomplete: "off", spellcheck: false, inputMode: q.form === "number" ? "decimal" : "text", placeholder: q.form === "number" ? "a number, then Enter" : "a few words, then Enter", ariaLabel: "Your answer", maxLength: 2000,
      on: { keydown: e => { if (e.key === "Enter") { e.preventDefault(); answer(field.value); } else if (e.key === "?" && !field.value) { e.preventDefault(); unsure(); } } } });
    return [field, cannot];
  };
  const ready = () => { clock = { since: 0, spent: 0, running: false }; open = true; if (!document.hidden) go(); for (const b of main.querySelectorAll(".answers [disabled]")) b.disabled = false; main.querySelector(".answers input")?.focus(); main.firstChild.classList.add("ready"); };
  const fit = () => {  // as large as there is room, by whole factors, so that a small picture is magnified and no pixel of it is invented unevenly
    const box = main.querySelector(".shown"), images = [...main.querySelectorAll(".shown img")];
    if (!box || !images.length) return;
    const wide = (box.clientWidth - 16 * (images.length - 1)) / images.length, most = Math.min(...images.map(i => Math.min(wide / i.naturalWidth, box.clientHeight / i.naturalHeight)));
    for (const i of images) { i.style.top = i.style.left = "0"; i.style.width = `${i.naturalWidth * (most >= 1 ? Math.min(3, Math.floor(most)) : most)}px`; }
    for (const i of images) { const at = i.getBoundingClientRect(); i.style.left = `${Math.round(at.left) - at.left}px`; i.style.top = `${Math.round(at.top) - at.top}px`; }  // on whole pixels of the screen
  };
  addEventListener("resize", fit);
  const ask = () => {
    const q = question(), mine = at(), shown = q.parts.filter(p => p.image || p.caption), words = q.parts.filter(p => p.text);
    const pictures = shown.map(p => p.caption ? el("span", { className: "caption" }, p.caption) : el("div", { className: "frame" }, el("img", { src: p.image, alt: "the picture that the question is about", draggable: false })));
    main.replaceChildren(el("div", { className: "ask" }, el("div", { className: "shown" }, pictures),
      el("div", {}, words.map(p => el("div", { className: "question" }, p.text))), el("div", {}, el("div", { className: "answers" }, answers(q)), el("p", { className: "legend" }, q.legend))));
    const images = [...main.querySelectorAll("img")];
    Promise.allSettled(images.map(i => i.decode())).then(done => {
      if (at() !== mine || open) return;
      if (done.some(d => d.status === "rejected")) { toast("A picture of this question can't be shown; is the folder of pictures beside this file?"); return; }
      fit();
      requestAnimationFrame(() => requestAnimationFrame(() => { if (at() === mine && !open) ready(); }));
    });
    for (const p of data.questions[at() + 1]?.parts || []) if (p.image) new Image().src = p.image;
  };
  const start = () => {
    const name = el("input", { value: state.by, placeholder: "your name, as it shall stand in the table", maxLength: 60, on: { input: e => { state.by = e.target.value.trim(); } } });
    const begin = () => { if (!state.by) { name.focus(); return; } state.started = true; remember(); draw(); };
    main.replaceChildren(el("div", { className: "start" }, el("div", { className: "sheet" }, el("h2", {}, `${data.questions.length} questions`),
      el("p", {}, "Answer from what you see. One question at a time; there is no hint about which answers are expected, and none about how you are doing."),
      el("p", {}, "Yes or no: ", kbd("y"), " ", kbd("n"), ". Choices: the letter. Numbers and words: type, then ", kbd("Enter"), ". If the picture doesn’t let you tell: ", kbd("?"), "."),
      el("p", { className: "sub" }, "The time of each answer is recorded, from when its pictures are shown. Answers stay in this browser until you save them."),
      data.by ? null : name, el("button", { className: "big", on: { click: begin } }, at() ? "Go on" : "Start", kbd("Enter")))));
    (data.by ? main.querySelector(".big") : name).focus();
    return begin;
  };
  const end = () => main.replaceChildren(el("div", { className: "start" }, el("div", { className: "sheet" }, el("h2", {}, "All answered. Thank you."), el("p", {}, `${at()} answers are kept in this browser; save them as a file and hand it in.`), el("button", { className: "big", on: { click: save } }, "Save answers", kbd("S")))));
  let begin = null;
  const draw = () => { bar(); begin = null; open = false; if (!state.started) begin = start(); else if (at() >= data.questions.length) end(); else ask(); };
  const help = () => overlay("Keys", [["y n", "yes, no"], ["a b c …", "a choice"], ["Enter", "hands in what was typed"], ["?", "cannot tell (with nothing typed)"], ["PgUp", "back to the question before, and answer it again"], ["Ctrl S", "save answers to a file"], ["F2", "light or dark"], ["F1", "these keys"]]);
  document.addEventListener("keydown", e => {
    if (e.key === "F1") { e.preventDefault(); help(); return; }
    if (e.key === "F2") { e.preventDefault(); turnTheme(); return; }
    if (e.key === "PageUp") { e.preventDefault(); back(); return; }
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "s") { e.preventDefault(); if (at()) save(); return; }
    if (e.key === "Escape") { closeOverlay(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (begin && e.key === "Enter") { e.preventDefault(); begin(); return; }
    if (e.repeat || typing(e) || document.querySelector(".overlay")) return;
    if (state.started && at() >= data.questions.length && e.key.toLowerCase() === "s") { e.preventDefault(); save(); return; }
    if (!open) return;
    const q = question(), key = e.key.toLowerCase();
    if (key === "?") { e.preventDefault(); unsure(); }
    else if (q.form === "yes_no" && (key === "y" || key === "n")) { e.preventDefault(); answer(key === "y" ? "yes" : "no"); }
    else if (q.form === "multiple_choice") { const c = q.choices.find(c => c.letter.toLowerCase() === key); if (c) { e.preventDefault(); answer(c.letter); } }
  });
  draw();
};

if (data.mode === "ask") askPage(); else reviewPage();
