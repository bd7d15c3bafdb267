// Asks the recognizers again when the pair changes, and shows each answer as it comes.
"use strict";
(() => {
  const PAUSE = { fast: 40, slow: 600 }; // milliseconds after the last key
  const DEFAULT = { t: "Two old ferries sank off Oslo on Monday.", h: "Two ferries burned." };
  const MINIMUM_WIDTH = 240, MAXIMUM_WIDTH = 1200;

  const find = (id) => document.getElementById(id);
  const form = find("pair"), cards = find("cards"), status = find("status");
  const boxes = [...form.querySelectorAll("input[name=recognizer]")];
  const answers = new Map(); // by recognizer, for copying
  const running = { fast: null, slow: null };
  const timers = { fast: 0, slow: 0 };

  // --- the address: what follows # is never sent to a server

  function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    find("text").value = given.get("t") ?? DEFAULT.t;
    find("hypothesis").value = given.get("h") ?? DEFAULT.h;
    find("task").value = given.get("task") ?? "";
    const named = new Set(given.getAll("r"));
    const known = boxes.some((box) => named.has(box.value));
    for (const box of boxes) box.checked = known ? named.has(box.value) : box.defaultChecked;
  }

  function address() {
    const { text, hypothesis, task } = pair();
    const fields = new URLSearchParams({ t: text, h: hypothesis });
    if (task) fields.set("task", task);
    for (const box of boxes) if (box.checked) fields.append("r", box.value);
    return `#${fields}`;
  }

  function pair() {
    const task = find("task").value.trim();
    return { text: find("text").value, hypothesis: find("hypothesis").value, task: task || null };
  }

  // --- cards

  function cardOf(name) {
    return [...cards.children].find((card) => card.dataset.name === name);
  }

  function layOut() {
    const chosen = boxes.filter((box) => box.checked);
    for (const card of [...cards.children]) {
      if (!chosen.some((box) => box.value === card.dataset.name)) {
        answers.delete(card.dataset.name);
        card.remove();
      }
    }
    chosen.forEach((box, position) => {
      const card = cardOf(box.value) ?? newCard(box);
      if (cards.children[position] !== card) cards.insertBefore(card, cards.children[position] ?? null);
    });
  }

  function newCard(box) {
    const card = find("card").content.firstElementChild.cloneNode(true);
    const number = boxes.indexOf(box);
    const title = card.querySelector("h2");
    card.dataset.name = title.textContent = box.value;
    title.id = `recognizer-${number}`;
    card.setAttribute("aria-labelledby", title.id);
    card.querySelector(".about").textContent = box.parentElement.title;
    return card;
  }

  // Python has made the fragment and escaped every text in it. A parsed document runs no script.
  function show(name, html) {
    const answer = cardOf(name)?.querySelector(".answer");
    if (!answer) return;
    const isOpen = new Map();
    for (const fold of answer.querySelectorAll("details[data-key]")) isOpen.set(fold.dataset.key, fold.open);
    const parsed = new DOMParser().parseFromString(html, "text/html").body;
    for (const fold of parsed.querySelectorAll("details[data-key]")) {
      if (isOpen.has(fold.dataset.key)) fold.open = isOpen.get(fold.dataset.key);
    }
    answer.replaceChildren(...parsed.childNodes);
    answer.setAttribute("aria-busy", "false");
  }

  function showMessage(name, message, kind) {
    const answer = cardOf(name)?.querySelector(".answer");
    if (!answer) return;
    const paragraph = document.createElement("p");
    paragraph.className = kind;
    paragraph.textContent = message;
    answer.replaceChildren(paragraph);
    answer.setAttribute("aria-busy", "false");
  }

  function wait(box) {
    const answer = cardOf(box.value)?.querySelector(".answer");
    if (!answer) return;
    answer.setAttribute("aria-busy", "true");
    if (answer.children.length === 0 || answer.querySelector(".error, .waiting")) {
      const isFirst = "untrained" in box.dataset;
      showMessage(box.value, isFirst ? "Is trained on the sample, once; this can take a minute." : "Loading …", "waiting");
      answer.setAttribute("aria-busy", "true");
    }
  }

  function drawingWidth() {
    const answer = cards.querySelector(".answer");
    const width = Math.floor(answer ? answer.clientWidth : 640);
    return Math.min(Math.max(width, MINIMUM_WIDTH), MAXIMUM_WIDTH);
  }

  // --- asking

  function askSoon(speed, pause = PAUSE[speed]) {
    clearTimeout(timers[speed]);
    timers[speed] = setTimeout(() => ask(speed), pause);
  }

  async function ask(speed) {
    running[speed]?.abort();
    const control = running[speed] = new AbortController();
    const asked = boxes.filter((box) => box.checked && box.dataset.speed === speed);
    const given = pair();
    if (!asked.length) return;
    if (!given.text.trim() || !given.hypothesis.trim()) {
      for (const box of asked) showMessage(box.value, "Enter a text and a hypothesis.", "waiting");
      return;
    }
    asked.forEach(wait);
    const waiting = new Map(asked.map((box) => [box.value, box]));
    try {
      const body = JSON.stringify({ pair: given, recognizers: [...waiting.keys()], width: drawingWidth() });
      const response = await fetch("v1/explain", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: control.signal,
      });
      if (!response.ok) throw new Error((await response.json()).message);
      for await (const line of linesOf(response)) take(JSON.parse(line), waiting);
      if (waiting.size) throw new Error("no answer");
    } catch (error) {
      if (control.signal.aborted) return;
      const message = error instanceof TypeError ? "The server does not answer; has it ended?" : error.message;
      for (const name of waiting.keys()) showMessage(name, message, "error");
    }
    if (!control.signal.aborted) announce();
  }

  async function* linesOf(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      yield* lines;
    }
  }

  function take(answer, waiting) {
    const name = answer.recognizer;
    const box = waiting.get(name);
    waiting.delete(name);
    if (answer.error) {
      answers.delete(name);
      showMessage(name, `${answer.message}.`, "error");
      return;
    }
    delete box.dataset.untrained;
    answers.set(name, answer);
    show(name, answer.html);
    if (answer.warnings.length) {
      const note = document.createElement("p");
      note.className = "notice";
      note.textContent = `Warning: ${answer.warnings.join("; ")}.`;
      cardOf(name)?.querySelector(".answer").prepend(note);
    }
  }

  function announce() {
    const said = boxes.filter((box) => answers.has(box.value)).map((box) => {
      const { label, confidence } = answers.get(box.value).explanation;
      return `${box.value}: ${label}, ${confidence.toFixed(2)}`;
    });
    status.textContent = said.join("; ");
  }

  function changed() {
    layOut();
    history.replaceState(null, "", address());
    find("copied").textContent = "";
  }

  function edited() {
    // What was answered is about another pair, and not to be copied.
    answers.clear();
    status.textContent = "";
    changed();
    for (const speed of ["fast", "slow"]) askSoon(speed);
  }

  // --- the sample

  let sample = [];

  async function readSample() {
    const response = await fetch("v1/sample");
    if (!response.ok) return;
    sample = await response.json();
    for (const [position, item] of sample.entries()) {
      const option = document.createElement("option");
      option.value = String(position);
      option.textContent = `${item.id}: ${item.hypothesis}`;
      find("sample").append(option);
    }
    showGold();
  }

  function showGold() {
    const given = pair();
    const position = sample.findIndex((item) => item.text === given.text && item.hypothesis === given.hypothesis);
    find("sample").value = position < 0 ? "" : String(position);
    find("gold").hidden = position < 0;
    if (position >= 0) find("gold").textContent = `Gold label: ${sample[position].label}`;
  }

  // --- events

  find("sample").addEventListener("change", (event) => {
    const item = sample[event.target.value];
    if (!item) return;
    find("text").value = item.text;
    find("hypothesis").value = item.hypothesis;
    find("task").value = item.task ?? "";
    edited();
    showGold();
  });
  for (const id of ["text", "hypothesis", "task"]) {
    find(id).addEventListener("input", () => {
      edited();
      showGold();
    });
  }
  for (const box of boxes) {
    box.addEventListener("change", () => {
      changed();
      askSoon(box.dataset.speed, 0);
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", () => {
    readAddress();
    edited();
    showGold();
  });

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      find("copied").textContent = `${what} is copied.`;
    } catch {
      find("copied").textContent = "The browser does not allow copying.";
    }
  }

  find("link").addEventListener("click", () => copy(location.href, "The link"));
  find("json").addEventListener("click", () => {
    const found = boxes.filter((box) => answers.has(box.value)).map((box) => {
      const { recognizer, explanation, warnings } = answers.get(box.value);
      return { recognizer, explanation, warnings };
    });
    copy(JSON.stringify(found, null, 2), "The JSON");
  });

  readAddress();
  edited();
  readSample();
})();
