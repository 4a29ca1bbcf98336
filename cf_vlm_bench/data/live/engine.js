// The worker: tokens, positions and greedy decoding, step for step as models.embedded has them. It is started from its own text, so that the page also works from a folder.
const engine = scope => {
  const models = new Map();
  let wire = null;

  // ---------------------------------------------------------------- tokens: byte-level pairs, digits one by one
  const letters = (() => {  // byte -> the printable letter that stands for it
    const out = new Array(256);
    let spare = 256;
    for (let b = 0; b < 256; b++) out[b] = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174 ? String.fromCharCode(b) : String.fromCharCode(spare++);
    return out;
  })();
  const bytesOf = new Map(letters.map((c, b) => [c, b]));
  const WORDS = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

  const tokenizer = json => {
    const vocab = new Map(Object.entries(json.model.vocab)), names = new Map([...vocab].map(([t, id]) => [id, t]));
    const ranks = new Map(json.model.merges.map((m, n) => [Array.isArray(m) ? m.join(" ") : m, n]));
    const specials = new Map(json.added_tokens.map(t => [t.content, t.id])), special = new Set(specials.values());
    const marks = new RegExp([...specials.keys()].sort((a, b) => b.length - a.length).map(t => t.replace(/[|\\{}()[\]^$+*?.]/g, "\\$&")).join("|"), "g");
    const pieces = new Map();  // a word is cut once
    const cut = word => {
      let held = pieces.get(word);
      if (held) return held;
      const parts = [...new TextEncoder().encode(word)].map(b => letters[b]).filter(c => vocab.has(c));
      for (;;) {
        let best = Infinity, at = -1;
        for (let n = 0; n + 1 < parts.length; n++) {
          const rank = ranks.get(`${parts[n]} ${parts[n + 1]}`);
          if (rank < best) [best, at] = [rank, n];
        }
        if (at < 0) break;
        parts.splice(at, 2, parts[at] + parts[at + 1]);
      }
      held = parts.map(t => vocab.get(t));
      pieces.set(word, held);
      return held;
    };
    const plain = text => (text.match(/\p{N}|\P{N}+/gu) || []).flatMap(run => (run.match(WORDS) || []).flatMap(cut));
    const encode = text => {
      const out = [];
      let from = 0;
      for (const m of text.matchAll(marks)) {
        out.push(...plain(text.slice(from, m.index)), specials.get(m[0]));
        from = m.index + m[0].length;
      }
      return [...out, ...plain(text.slice(from))];
    };
    const decode = ids => {
      const said = ids.filter(id => !special.has(id)).map(id => names.get(id) ?? "").join("");
      return new TextDecoder().decode(Uint8Array.from(said, c => bytesOf.get(c)));
    };
    return { encode, decode, id: text => specials.get(text) };
  };

  // ---------------------------------------------------------------- places of tokens: texts advance all three together, an image spreads over height and width
  const positions = (ids, pad) => {
    const side = wire.side / wire.patch / wire.merge, size = ids.length, out = new BigInt64Array(3 * size);
    const put = (n, ...tyx) => tyx.forEach((v, axis) => { out[axis * size + n] = BigInt(v); });
    let at = 0, n = 0;
    while (n < size) {
      if (ids[n] !== pad) { put(n, at, at, at); at++; n++; continue; }
      for (let k = 0; k < side * side; k++) put(n + k, at, at + Math.floor(k / side), at + k % side);
      at += side; n += side * side;
    }
    return out;
  };

  // ---------------------------------------------------------------- pixels to patches, in the order of the Qwen-VL processor
  const patches = pixels => {
    const { side, patch, merge } = wire, blocks = side / patch / merge, out = new Float32Array(2 * 3 * side * side);
    let at = 0;
    for (let by = 0; by < blocks; by++) for (let bx = 0; bx < blocks; bx++) for (let my = 0; my < merge; my++) for (let mx = 0; mx < merge; mx++)
      for (let c = 0; c < 3; c++) for (let frame = 0; frame < 2; frame++) for (let y = 0; y < patch; y++) for (let x = 0; x < patch; x++) {
        const row = (by * merge + my) * patch + y, column = (bx * merge + mx) * patch + x;
        out[at++] = Math.fround(Math.fround(pixels[(row * side + column) * 3 + c] / 127.5) - 1);
      }
    return out;
  };

  const see = async (model, key, pixels) => {
    let found = model.seen.get(key);
    if (!found) {
      const rows = (wire.side / wire.patch) ** 2, feed = new scope.ort.Tensor("float32", patches(pixels), [rows, 6 * wire.patch * wire.patch]);
      const out = await model.vision.run({ patches: feed }), [tokens, deep] = model.vision.outputNames.map(name => out[name].data);
      found = { tokens, deep };
      model.seen.set(key, found);
      if (model.seen.size > 256) model.seen.delete(model.seen.keys().next().value);
    }
    return found;
  };

  // ---------------------------------------------------------------- the next token's logits
  const next = async (model, ids, seen) => {
    const { width, levels } = model.card, pad = model.tokens.id(wire.pad), size = ids.length, per = (wire.side / wire.patch / wire.merge) ** 2;
    const vision = new Float32Array(size * width), deep = new Float32Array(levels * size * width);
    let k = 0;  // visual tokens so far
    for (let n = 0; n < size; n++) {
      if (ids[n] !== pad) continue;
      const { tokens, deep: more } = seen[Math.floor(k / per)], from = (k % per) * width;
      vision.set(tokens.subarray(from, from + width), n * width);
      for (let l = 0; l < levels; l++) deep.set(more.subarray(l * per * width + from, l * per * width + from + width), (l * size + n) * width);
      k++;
    }
    const T = scope.ort.Tensor, feed = {
      ids: new T("int64", BigInt64Array.from(ids, BigInt), [1, size]), vision: new T("float32", vision, [1, size, width]),
      deep: new T("float32", deep, [levels, 1, size, width]), positions: new T("int64", positions(ids, pad), [3, 1, size]),
    };
    const out = await model.decoder.run(feed);
    return out[model.decoder.outputNames[0]].data;
  };
  const top = logits => { let best = 0; for (let n = 1; n < logits.length; n++) if (logits[n] > logits[best]) best = n; return best; };
  const chance = (logits, id) => {  // softmax
    const most = logits[top(logits)];
    let sum = 0;
    for (const x of logits) sum += Math.exp(x - most);
    return Math.exp(logits[id] - most) / sum;
  };

  // ---------------------------------------------------------------- one question
  const ask = async ({ model: name, parts, wanted = [], look = false }) => {
    const model = models.get(name), { card, tokens } = model, pictures = parts.filter(p => typeof p !== "string"), start = performance.now();
    if (pictures.length > card.max_images) return { outcome: "not_asked", error: `${pictures.length} images; ${name} was trained on at most ${card.max_images}` };
    const ids = tokens.encode(wire.head + parts.map(p => typeof p === "string" ? p : wire.image).join("") + wire.tail);
    if (ids.length > card.max_tokens) return { outcome: "not_asked", error: `${ids.length} tokens; ${name} was trained on at most ${card.max_tokens}`, ids };
    const seen = [];
    for (const p of pictures) seen.push(await see(model, p.key, p.pixels));
    const known = new Map();  // tokens said so far -> logits of the next
    const after = async said => {
      const key = said.join();
      if (!known.has(key)) known.set(key, Float32Array.from(await next(model, [...ids, ...said], seen)));
      return known.get(key);
    };
    const end = tokens.id(wire.end), out = [];
    let finish = "length";
    if (!look) while (out.length < wire.most) {
      const token = top(await after(out));
      if (token === end) { finish = "stop"; break; }
      out.push(token);
    }
    const chances = [];
    for (const text of wanted) {
      const said = [...tokens.encode(text), end];
      let p = 1;
      for (let n = 0; n < said.length; n++) p *= chance(await after(said.slice(0, n)), said[n]);
      chances.push(p);
    }
    const text = tokens.decode(out).trim(), pad = tokens.id(wire.pad);
    return { outcome: look ? "looked" : finish === "length" ? "truncated" : text ? "answer" : "empty", ids, out, text, finish, chances, visual: ids.filter(id => id === pad).length, ms: performance.now() - start };
  };

  // ---------------------------------------------------------------- loading
  const runtime = ({ module, wasm, wire: w }) => {
    wire = w;
    Object.assign(scope.ort.env.wasm, { numThreads: 1, wasmBinary: wasm, wasmPaths: { mjs: URL.createObjectURL(new Blob([module], { type: "text/javascript" })) } });
    scope.ort.env.logLevel = "error";
    return {};
  };
  const load = async ({ name, card, json, vision, decoder }) => {
    const open = bytes => scope.ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
    models.set(name, { card, tokens: tokenizer(json), vision: await open(vision), decoder: await open(decoder), seen: new Map() });
    return {};
  };
  const encode = ({ model, texts }) => ({ ids: texts.map(t => models.get(model).tokens.encode(t)) });
  const decode = ({ model, ids }) => ({ texts: ids.map(row => models.get(model).tokens.decode(row)) });
  const place = ({ model, ids }) => ({ positions: Array.from(positions(ids, models.get(model).tokens.id(wire.pad)), Number) });
  const cut = ({ pixels }) => ({ patches: patches(pixels) });

  const acts = { runtime, load, ask, encode, decode, place, cut };
  let busy = Promise.resolve();  // one thing at a time: a session runs one feed
  scope.onmessage = ({ data: { id, act, more } }) => {
    busy = busy.then(() => acts[act](more)).then(said => scope.postMessage({ id, said }), e => scope.postMessage({ id, error: String(e && e.message || e) }));
  };
};
