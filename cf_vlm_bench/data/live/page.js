"use strict";
// The page: what is picked, shown and said. Prompts and pixels come from the package; tokens, positions and decoding are the engine's. Text enters through textContent only.
const data = JSON.parse(document.getElementById("live-data").textContent);

// ---------------------------------------------------------------- small things
const el = (tag, more = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [k, v] of Object.entries(more)) {
    if (k === "on") for (const [event, act] of Object.entries(v)) made.addEventListener(event, act);
    else if (k in made) made[k] = v;
    else made.setAttribute(k, v);
  }
  made.append(...inside.flat().filter(x => x !== null && x !== undefined && x !== false));
  return made;
};
const svg = (tag, more, ...inside) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(more)) made.setAttribute(k, v);
  made.append(...inside);
  return made;
};
const percent = p => p > 0 && p < .005 ? "<1 %" : p < 1 && p > .995 ? ">99 %" : `${Math.round(100 * p)} %`;

// ---------------------------------------------------------------- pieces: script files, so that they load from a folder as they do from a server
const pieces = new Map(), waiting = new Map();
window.livePiece = (name, value) => { waiting.get(name)?.(value); };
const piece = name => {
  if (!pieces.has(name)) pieces.set(name, new Promise((resolve, reject) => {
    const fail = () => { pieces.delete(name); reject(new Error(`${name}.js could not be loaded`)); };
    const tag = el("script", { src: `${name}.js`, on: { error: fail } });
    waiting.set(name, value => { tag.remove(); resolve(value); });
    document.head.append(tag);
  }));
  return pieces.get(name);
};
const inflate = async text => {
  const raw = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
};

// ---------------------------------------------------------------- the engine, in a worker of its own
const engineRoom = (() => {
  let worker = null, count = 0;
  const open = new Map();
  const call = (act, more, transfer = []) => new Promise((resolve, reject) => { open.set(++count, { resolve, reject }); worker.postMessage({ id: count, act, more }, transfer); });
  const start = async step => {
    step("the program that runs them", 0);
    const runtime = await piece("runtime"), wasm = (await inflate(runtime.wasm)).buffer;
    worker = new Worker(URL.createObjectURL(new Blob([`${runtime.script}\n;(${engine})(self);`], { type: "text/javascript" })));
    worker.onmessage = ({ data: { id, said, error } }) => { const { resolve, reject } = open.get(id); open.delete(id); if (error) reject(new Error(error)); else resolve(said); };
    worker.onerror = e => { for (const { reject } of open.values()) reject(new Error(e.message)); open.clear(); };
    await call("runtime", { module: runtime.module, wasm, wire: data.wire }, [wasm]);
    for (const [n, m] of data.models.entries()) {
      step(m.name, (n + 1) / (data.models.length + 1));
      const p = await piece(m.piece), [vision, decoder] = await Promise.all([inflate(p.vision), inflate(p.decoder)]);
      await call("load", { name: m.name, card: m.card, json: p.tokenizer, vision, decoder });
    }
    pieces.clear();
  };
  return { start, call };
})();

// ---------------------------------------------------------------- scenes
const scenes = new Map(data.scenes.map(s => [s.name, s])), loaded = new Map();
const read = async name => {
  const p = await piece(`scenes/${name}`), bytes = await inflate(p.pixels), pictures = new Map(), made = [];
  let at = 0;
  for (const [view, rung, side, like] of p.frames) {
    const own = bytes.subarray(at, at += side * side * 3);
    if (like >= 0) for (let n = 0; n < own.length; n++) own[n] ^= made[like][n];
    made.push(own);
    pictures.set(`${view}|${rung}`, { pixels: own, side, key: `${name}|${view}|${rung}` });
  }
  return { ...p, pixels: null, pictures };
};
const open = async name => {
  if (!loaded.has(name)) {
    loaded.set(name, read(name));
    loaded.get(name).catch(() => loaded.delete(name));  // it is asked for again when it is picked again
  }
  return loaded.get(name);
};
const paint = (canvas, { pixels, side }) => {
  canvas.width = canvas.height = side;
  const image = new ImageData(side, side);
  for (let n = 0, k = 0; n < image.data.length; n += 4) { image.data[n] = pixels[k++]; image.data[n + 1] = pixels[k++]; image.data[n + 2] = pixels[k++]; image.data[n + 3] = 255; }
  canvas.getContext("2d").putImageData(image, 0, 0);
};

// ---------------------------------------------------------------- what is picked; it stands in the address, so that it can be sent to somebody
const state = Object.assign({}, data.first);
const known = { scene: v => scenes.has(v), rung: v => data.ladder.includes(+v), question: v => typeof v === "string", view: v => Object.hasOwn(data.views, v), wording: v => Object.hasOwn(data.wordings, v), order: v => data.orders.includes(v) };
const readAddress = () => {
  for (const [k, v] of new URLSearchParams(location.hash.slice(1))) if (Object.hasOwn(known, k) && known[k](v)) state[k] = k === "rung" ? +v : v;
};
let wrote = location.hash, writing = 0;
const writeAddress = () => { clearTimeout(writing); writing = setTimeout(() => {  // a ladder that is dragged must not flood the browser with addresses
  if (location.hash !== wrote) return;  // another one was asked for, and is on its way here
  history.replaceState(null, "", `#${new URLSearchParams(state)}`); wrote = location.hash;
}, 150); };
const row = () => scenes.get(state.scene);
const other = change => data.scenes.find(s => s.subject === row().subject && s.domain === row().domain && s.twin === (change.twin ?? row().twin) && s.look === (change.look ?? row().look));
const nearest = (domain, subject) => {  // as much like the present scene as there is
  const mine = data.scenes.filter(s => s.domain === domain && s.subject === subject);
  return mine.find(s => s.twin === row().twin && s.look === row().look) || mine.find(s => s.twin === row().twin) || mine[0];
};
const switched = (change = {}) => { const s = { ...state, ...change }; return `${s.view}|${s.wording}|${s.order}`; };
const reason = (scene, key) => scene.absent[key] && (data.words[scene.absent[key]] || scene.absent[key]);

// ---------------------------------------------------------------- asking
const promptParts = (scene, question, key, rung) => scene.prompts[question][key].map(n => n >= 0 ? scene.texts[n] : scene.pictures.get(`${data.viewNames[-1 - n]}|${rung}`));
const said = new Map();  // everything that was answered, for good: it's deterministic
const askModel = async (model, at, scene) => {
  const id = [model, at.scene, at.rung, at.question, switched(at)].join(" ");
  if (!said.has(id)) {
    const q = scene.questions[at.question], parts = promptParts(scene, at.question, switched(at), at.rung);
    said.set(id, await engineRoom.call("ask", { model, parts: parts.map(p => typeof p === "string" ? p : { key: p.key, pixels: p.pixels }), wanted: [q.usual, q.changed] }));
  }
  return said.get(id);
};
const spelled = (q, answer) => { const choice = q.choices.find(([id]) => id === answer); return choice ? `${choice[0]}. ${choice[1]}` : answer; };
const kind = (reply, q) => reply.outcome !== "answer" ? "none" : reply.text === q.usual ? "usual" : reply.text === q.changed ? "changed" : "else";

// ---------------------------------------------------------------- the page's parts
const dark = matchMedia("(prefers-color-scheme: dark)");
const themed = theme => { document.documentElement.dataset.theme = theme || (dark.matches ? "dark" : "light"); };
let ownTheme = "";
themed(); dark.addEventListener("change", () => themed(ownTheme));

const group = (label, options, current, pick, more = {}) => {  // radio buttons: one stop for Tab, arrows inside
  const boxes = options.map(([value, words, off, extra]) => el("button", Object.assign({ type: "button", className: more.className || "choice", role: "radio", ariaChecked: String(value === current), tabIndex: value === current ? 0 : -1, ariaDisabled: off ? "true" : "false", title: off || more.title?.(value) || "",
    on: { click: () => { if (!off) pick(value); else if (parts.why) parts.why.textContent = `Not with “${words}”: ${off}.`; } } }, extra || {}), words));
  boxes.forEach((b, n) => { b.dataset.value = options[n][0]; });
  const box = el("div", { className: more.row || "row", role: "radiogroup", ariaLabel: label }, boxes);
  box.addEventListener("keydown", e => {
    const turn = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!turn) return;
    e.preventDefault();
    const from = boxes.indexOf(document.activeElement), n = boxes.length;
    for (let k = 1; k <= n; k++) { const b = boxes[(from + turn * k + n * k) % n]; if (b.ariaDisabled !== "true") { const { value } = b.dataset; b.click(); refocus(label, value); return; } }
  });
  return box;
};
const refocus = (label, value) => { for (const g of document.querySelectorAll("[role=radiogroup]")) if (g.ariaLabel === label) for (const b of g.children) if (b.dataset.value === value) b.focus(); };

const parts = {};
const build = () => {
  const home = data.home && el("a", { className: "quiet", href: data.home }, "to the results");
  parts.head = el("header", {},
    el("div", {}, el("h1", {}, data.title), el("p", {}, data.intro)),
    el("div", { className: "tools" }, home, el("button", { type: "button", className: "quiet", on: { click: () => { ownTheme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; themed(ownTheme); } } }, "light / dark")));
  parts.pick = el("nav", { className: "card pick", ariaLabel: "What is looked at" });
  parts.look = el("section", { className: "card look", ariaLabel: "The picture and its ladder" });
  parts.ask = el("section", { className: "card ask", ariaLabel: "Question and switches" });
  parts.say = el("section", { className: "say", ariaLabel: "What the models say" });
  parts.show = el("section", { className: "card show", ariaLabel: "What both are shown" });
  parts.spoken = el("p", { className: "visually-hidden", role: "status" });
  document.body.append(parts.head, el("main", {}, parts.pick, parts.look, parts.say, parts.ask, parts.show), el("footer", {}, ...data.notes.map(([title, text]) => el("div", {}, el("h3", {}, title), el("p", {}, text))), data.runtime && el("p", { className: "rights" }, `The models run on onnxruntime-web ${data.runtime} by Microsoft Corporation, under the MIT licence.`)), parts.spoken);
  drawPick(); makeLook(); makeSay();
};

const drawPick = () => {
  const shelves = Object.entries(data.domains).map(([domain, words]) => {
    const mine = data.scenes.filter((s, n) => s.domain === domain && data.scenes.findIndex(x => x.domain === domain && x.subject === s.subject) === n);
    const here = row().domain === domain ? row().subject : "";
    const tiles = group(words, mine.map(s => [s.subject, "", "", { ariaLabel: s.title, title: s.title, style: `background-image:url(gallery.png);background-size:${data.gallery}00% 100%;background-position:${data.gallery > 1 ? 100 * s.tile / (data.gallery - 1) : 0}% 0` }]),
      here, subject => go({ scene: nearest(domain, subject).name }), { className: "tile", row: "tiles" });
    if (!here) tiles.firstChild.tabIndex = 0;
    return el("section", {}, el("h2", {}, words), tiles);
  });
  const held = parts.pick.querySelector(".shelves"), left = held?.scrollLeft || 0;
  parts.pick.replaceChildren(el("div", { className: "shelves" }, shelves));
  const shelf = parts.pick.firstChild, here = shelf.querySelector("[aria-checked=true]");
  shelf.scrollLeft = left;
  const over = here.getBoundingClientRect(), room = shelf.getBoundingClientRect();  // on a narrow screen the shelf scrolls sideways
  if (over.left < room.left || over.right > room.right) shelf.scrollLeft += over.left - room.left - 20;
};

const makeLook = () => {
  parts.canvas = el("canvas", { width: 256, height: 256, role: "img" });
  parts.veil = el("div", { className: "veil", hidden: true }, "The models are shown no picture.");
  parts.picture = el("div", { className: "picture" }, parts.canvas, parts.veil);
  parts.name = el("b"); parts.kind = el("span", { className: "soft small" });
  parts.slider = el("input", { type: "range", min: 0, max: data.ladder.length - 1, step: 1, on: { input: () => go({ rung: data.ladder[+parts.slider.value] }) } });
  parts.was = el("span"); parts.now = el("span"); parts.which = el("div");
  parts.look.append(parts.picture, el("div", { className: "caption" }, parts.name, parts.kind),
    el("div", { className: "ladder" }, el("div", { className: "ends" }, parts.was, parts.now), parts.slider, el("div", { className: "strip", ariaHidden: "true" }, data.ladder.map(r => el("span", {}, `${r} %`)))), parts.which);
};

const drawLook = scene => {
  const s = row(), at = data.ladder.indexOf(state.rung);
  paint(parts.canvas, scene.pictures.get(`scene|${state.rung}`));
  parts.canvas.ariaLabel = `${s.title}, ${state.rung} percent of the way from ${s.was} to ${s.now} (${s.attribute})`;
  parts.picture.classList.toggle("hiding", state.view === "blind"); parts.veil.hidden = state.view !== "blind";
  parts.name.textContent = s.title; parts.kind.textContent = s.twin ? "an invented thing: nothing is usual about it" : "a familiar thing";
  parts.was.replaceChildren(el("i", { className: "usual-fill" }), `${s.attribute}: ${s.was}`); parts.now.replaceChildren(el("i", { className: "changed-fill" }), s.now);
  parts.slider.value = at; parts.slider.ariaLabel = `How far ${s.it} is changed`; parts.slider.setAttribute("aria-valuetext", `${state.rung} percent`);
  const pair = [false, true].map(twin => other({ twin })).filter(Boolean), looks = ["large", "small"].map(look => other({ look })).filter(Boolean);
  parts.which.replaceChildren(...[
    pair.length > 1 && group("Familiar or invented", pair.map(x => [x.name, x.twin ? `${x.title} (invented twin)` : x.title]), state.scene, v => go({ scene: v })),
    looks.length > 1 && group("Size in the picture", looks.map(x => [x.look, x.look === "large" ? "fills the picture" : "is small"]), s.look, v => go({ scene: other({ look: v }).name }))].filter(Boolean));
};

const drawAsk = scene => {
  const q = scene.questions[state.question], off = key => scene.prompts[state.question][key] ? "" : reason(scene, key) || "this combination doesn't exist";
  const names = { "yes_no+": "yes or no", "yes_no-": "yes or no", multiple_choice: "choose a letter", number: "a number", short: "in words" };
  const asked = Object.entries(scene.questions).map(([k, one]) => [k, `${one.texts.neutral} `, "", {}]);
  const questions = group("Question", asked, state.question, v => go({ question: v }));
  questions.classList.add("questions");
  [...questions.children].forEach((b, n) => b.append(el("span", { className: "soft small" }, names[asked[n][0]] || asked[n][0])));
  const why = off(switched());
  parts.ask.replaceChildren(el("h2", {}, "Question"), questions,
    el("h2", {}, "Evidence"), group("Evidence", Object.entries(data.views).map(([k, w]) => [k, w, off(switched({ view: k })) && off(switched({ view: k, order: "I-Q" }))]), state.view, v => go({ view: v })),
    el("h2", {}, "Order of image (I) and question (Q)"), group("Order", data.orders.map(o => [o, o, off(switched({ order: o }))]), state.order, v => go({ order: v })),
    el("h2", {}, "Wording"), group("Wording", Object.entries(data.wordings).map(([k, w]) => [k, w, off(switched({ wording: k }))]), state.wording, v => go({ wording: v })),
    parts.why = el("p", { className: "why", role: "status" }, why || data.hints[state.view] || ""));
  return q;
};

const drawShow = (scene, reply) => {
  const list = promptParts(scene, state.question, switched(), state.rung), shown = list.flatMap((p, n) => {
    const then = n ? [el("span", { className: "then", ariaHidden: "true" }, "›")] : [];
    if (typeof p === "string") return [...then, el("div", { className: "text" }, p.replace(/^\n/, ""))];
    const canvas = el("canvas", { role: "img", ariaLabel: data.views[p.key.split("|")[1]] });
    paint(canvas, p);
    return [...then, el("figure", {}, canvas, data.views[p.key.split("|")[1]].replace(/^\+ /, "").replace("picture only", "picture"))];
  });
  const counted = reply?.ids ? `${reply.ids.length} tokens, ${reply.visual ?? list.filter(p => typeof p !== "string").length * data.wire.tokens} of them for images` : "";
  parts.show.replaceChildren(el("h2", {}, "What both are shown, in this order"), el("div", { className: "parts" }, shown),
    el("p", { className: "facts" }, "Pair ", el("code", {}, row().pair), " · condition ", el("code", {}, data.conditions[switched()]), counted && ` · ${counted}`, ` · every image is ${data.wire.side} × ${data.wire.side} pixels to the models`));
};

const makeSay = () => {
  parts.question = el("p", { className: "asked" });
  parts.sum = el("p", { className: "sum" });
  parts.keyWas = el("span"); parts.keyNow = el("span");
  parts.models = data.models.map(m => {
    const made = { answer: el("div", { className: "answer none" }, "…"), verdict: el("div", { className: "verdict" }), bar: el("div", { className: "bar", ariaHidden: "true" }), shares: el("div", { className: "shares" }), chart: el("div", {}) };
    made.card = el("article", { className: "card model", ariaLabel: m.name }, el("div", { className: "name" }, m.name), el("p", { className: "soft small" }, `${m.about}; ${(m.parameters / 1e6).toFixed(1)} million parameters`), made.answer, made.verdict, made.bar, made.shares, made.chart);
    return made;
  });
  parts.loading = el("div", { className: "card loading", role: "status" });
  parts.say.append(parts.loading, el("div", { className: "card" }, el("h2", {}, "Both are asked"), parts.question), el("div", { className: "pair" }, parts.models.map(m => m.card)),
    el("div", { className: "card", style: "display:grid;gap:10px" }, parts.sum, el("div", { className: "key" }, parts.keyWas, parts.keyNow, el("span", {}, el("i", { className: "else-fill" }), "any other"))));
};

const judged = (reply, q) => {  // in words; right and wrong only at the ends of the ladder
  const k = kind(reply, q);
  if (k === "none") return { not_asked: "not asked", truncated: "never came to an end", empty: "said nothing" }[reply.outcome] || reply.outcome;
  const what = { usual: row().twin ? "unchanged answer" : "usual answer", changed: "changed answer", else: "another answer" }[k];
  if (state.view === "blind") return what;
  if (state.rung === 0) return `${what}, ${k === "usual" ? "right" : "wrong"}`;
  if (state.rung === 100) return `${what}, ${k === "changed" ? "right" : "wrong"}`;
  return what;
};
const drawReply = (m, reply, q) => {
  const part = parts.models[m], k = kind(reply, q);
  const long = [q.usual, q.changed, reply.text || ""].some(text => spelled(q, text).length > 8);  // both answers of a question in one size
  part.answer.className = `answer${k === "none" ? " none" : long ? " long" : ""}`;
  part.answer.textContent = k === "none" ? reply.error || reply.text || "no answer" : spelled(q, reply.text);
  part.verdict.className = `verdict ${k}`;
  part.verdict.replaceChildren(el("i"), judged(reply, q));
  const [was, now] = reply.chances || [0, 0], rest = Math.max(0, 1 - was - now), all = reply.chances ? [[was, "usual-fill", spelled(q, q.usual)], [now, "changed-fill", spelled(q, q.changed)], [rest, "else-fill", "other"]] : [];
  part.bar.replaceChildren(...all.map(([p, c]) => el("i", { className: c, style: `width:${100 * p}%` })));
  part.shares.replaceChildren(...all.map(([p, , words]) => el("span", {}, `${words} `, el("b", {}, percent(p)))));
};

const chart = (m, replies) => {  // one column for each rung: how likely each answer is
  const w = 240, h = 74, n = data.ladder.length, gap = 6, bar = (w - gap * (n - 1)) / n, drawn = svg("svg", { viewBox: `0 0 ${w} ${h}`, role: "img" });
  const words = [];
  data.ladder.forEach((rung, i) => {
    const x = i * (bar + gap), reply = replies[i];
    drawn.append(svg("rect", { x, y: 0, width: bar, height: h, rx: 3, class: "nothing" }));
    if (reply?.chances) {
      const [was, now] = reply.chances, rest = Math.max(0, 1 - was - now);
      let y = 0;
      for (const [p, c] of [[rest, "else-fill"], [now, "changed-fill"], [was, "usual-fill"]]) { drawn.append(svg("rect", { x, y: y * h, width: bar, height: Math.max(0, p * h), class: c })); y += p; }
      words.push(`${rung} percent: usual ${percent(was)}, changed ${percent(now)}`);
    }
    if (rung === state.rung) drawn.append(svg("rect", { x: x - 2.5, y: -2.5, width: bar + 5, height: h + 5, rx: 4, class: "now" }));
  });
  drawn.setAttribute("aria-label", `How likely each answer is along the ladder. ${words.join("; ")}`);
  parts.models[m].chart.replaceChildren(el("p", { className: "soft small" }, "step by step"), drawn, el("div", { className: "strip", ariaHidden: "true" }, [0, n - 1].map(i => el("span", {}, `${data.ladder[i]} %`))));
};

const told = (ladders, q) => {  // one sentence for each model, from its own answers
  if (state.view === "blind") return "Without a picture there is nothing to see: what they say here is what they expect.";
  const usual = spelled(q, q.usual), changed = spelled(q, q.changed);
  const one = (name, replies) => {
    const kinds = replies.map(r => r && kind(r, q));
    if (kinds.some(k => !k)) return "";
    if (kinds.every(k => k === "none")) return `${name} was not asked.`;
    if (kinds.every(k => k === "usual")) return `${name} says “${usual}” all the way.`;
    if (kinds.every(k => k === "changed")) return `${name} says “${changed}” all the way.`;
    const first = kinds.indexOf("changed");
    if (first > 0 && kinds.slice(0, first).every(k => k === "usual") && kinds.slice(first).every(k => k === "changed")) return `${name} turns from “${usual}” to “${changed}” at ${data.ladder[first]} %.`;
    return `${name} says, rung by rung: ${replies.map(r => r.outcome === "answer" ? spelled(q, r.text) : "–").join(", ")}.`;
  };
  return data.models.map((m, n) => one(m.name, ladders[n])).filter(Boolean).join(" ");
};

// ---------------------------------------------------------------- one turn: draw what is picked, ask both, then fill the ladders
let turn = 0, ready = false, saidAloud = 0;
const go = change => {
  Object.assign(state, change);
  settle();
};
const settle = async () => {
  const mine = ++turn, same = () => mine === turn, at = { ...state };
  document.body.dataset.state = "busy";
  try { await turned(at, same); } catch (e) { if (same()) failed(e); }
};
const turned = async (at, same) => {
  const scene = await open(at.scene);
  if (!same()) return;
  if (!Object.hasOwn(scene.questions, state.question)) state.question = at.question = Object.keys(scene.questions).includes("multiple_choice") ? "multiple_choice" : Object.keys(scene.questions)[0];
  if (!scene.prompts[state.question][switched()]) for (const change of [{ order: "I-Q" }, { view: "raw" }, { view: "raw", order: "I-Q" }]) if (scene.prompts[state.question][switched(change)]) { Object.assign(state, change); Object.assign(at, change); break; }
  writeAddress();
  const held = document.activeElement, q = drawAll(scene, held);
  if (!ready) return;
  parts.loading.hidden = true; parts.loading.classList.remove("failed");
  await answerAll(scene, at, q, same);
};
const drawAll = (scene, held) => {
  const label = held?.closest?.("[role=radiogroup]")?.ariaLabel, value = held?.dataset?.value;
  drawPick(); drawLook(scene);
  const q = drawAsk(scene), shownText = q.texts[state.wording];
  if (label) refocus(label, value);
  parts.question.textContent = [shownText, ...q.choices.map(([id, text]) => `${id}. ${text}`)].join("\n");
  drawShow(scene, null);
  parts.keyWas.replaceChildren(el("i", { className: "usual-fill" }), `usual answer: “${spelled(q, q.usual)}”`.replace("usual", row().twin ? "unchanged" : "usual"));
  parts.keyNow.replaceChildren(el("i", { className: "changed-fill" }), `changed answer: “${spelled(q, q.changed)}”`);
  return q;
};
const answerAll = async (scene, at, q, same) => {
  for (const p of parts.models) p.card.classList.add("waiting");
  for (const [m, { name }] of data.models.entries()) {
    const reply = await askModel(name, at, scene);
    if (!same()) return;
    drawReply(m, reply, q); parts.models[m].card.classList.remove("waiting");
    if (!m) drawShow(scene, reply);
  }
  document.body.dataset.state = "answered";
  const aloud = data.models.map(({ name }, m) => `${name}: ${parts.models[m].answer.textContent}`).join(". ");
  clearTimeout(saidAloud); saidAloud = setTimeout(() => { parts.spoken.textContent = aloud; }, 400);
  const ladders = data.models.map(() => data.ladder.map(() => null));
  const cached = (m, rung) => said.get([data.models[m].name, at.scene, rung, at.question, switched(at)].join(" ")) || null;
  data.models.forEach((_, m) => { data.ladder.forEach((rung, i) => { ladders[m][i] = cached(m, rung); }); chart(m, ladders[m]); });
  parts.sum.textContent = told(ladders, q) || "Climbing the ladder …";
  for (const [i, rung] of data.ladder.entries()) for (const [m, { name }] of data.models.entries()) {
    ladders[m][i] = await askModel(name, { ...at, rung }, scene);
    if (!same()) return;
    chart(m, ladders[m]);
  }
  parts.sum.textContent = told(ladders, q);
  document.body.dataset.state = "settled";
};

const step = (words, share) => parts.loading.replaceChildren(el("span", {}, `Loading ${words} (${data.megabytes} MB in all, once) …`), el("div", { className: "track" }, el("i", { style: `width:${Math.round(100 * share)}%` })));
const failed = e => {
  parts.loading.hidden = false; parts.loading.classList.add("failed");
  parts.loading.replaceChildren(el("b", {}, ready || e.message.startsWith("scenes/") ? "This picture can't be shown." : "The models can't run here."), el("span", {}, `${e.message}. `, "DecompressionStream" in window && "WebAssembly" in window ? "Load the page again; if that doesn't help, its folder isn't complete." : "It takes a browser of 2023 or later."));
  document.body.dataset.state = "failed";
};

readAddress();
build();
addEventListener("hashchange", () => { wrote = location.hash; clearTimeout(writing); readAddress(); settle(); });
(async () => {
  await settle();
  try {
    if (!("DecompressionStream" in window)) throw new Error("this browser can't unpack the models");
    await engineRoom.start(step);
    ready = true; parts.loading.hidden = true;
    await settle();
  } catch (e) { failed(e); }
})();
