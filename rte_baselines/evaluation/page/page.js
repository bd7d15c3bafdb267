// Lists the pairs. Data is inserted as text, never as markup.
"use strict";
(() => {
  const PAGE = 50;
  const data = JSON.parse(document.getElementById("data").textContent);
  const form = document.getElementById("filters");
  const rows = document.getElementById("rows");
  const count = document.getElementById("count");
  const pageNumber = document.getElementById("page");
  const previous = document.getElementById("previous");
  const next = document.getElementById("next");
  const collator = new Intl.Collator("en", { numeric: true });
  let chosen = data.pairs;
  let aligned = "";
  let page = 0;

  const hasTexts = data.pairs.some((pair) => pair.text || pair.hypothesis);
  for (const pair of data.pairs) {
    pair.searched = `${pair.id}\n${pair.text}\n${pair.hypothesis}`.toLowerCase();
  }

  const element = (name, className, ...content) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...content);
    return made;
  };

  // Filters

  const verdictTests = {
    right: (verdict) => Boolean(verdict && verdict.right),
    wrong: (verdict) => Boolean(verdict && !verdict.right),
    unanswered: (verdict) => !verdict,
  };

  const together = (pair) => {
    const verdicts = Object.values(pair.verdicts);
    const right = verdicts.filter((verdict) => verdict.right).length;
    if (right && right < verdicts.length) return "differ";
    if (verdicts.length < data.runs.length) return "";
    return right ? "right" : "wrong";
  };

  const testsOfRun = (values, run) => {
    const tests = [];
    const [label, right] = [values.get(`label-${run}`), values.get(`right-${run}`)];
    const [least, most] = [values.get(`least-${run}`), values.get(`most-${run}`)];
    const verdict = (pair) => pair.verdicts[run];
    if (label) tests.push((pair) => verdict(pair)?.label === label);
    if (right) tests.push((pair) => verdictTests[right](verdict(pair)));
    if (least) tests.push((pair) => verdict(pair)?.confidence >= Number(least));
    if (most) tests.push((pair) => verdict(pair)?.confidence <= Number(most));
    return tests;
  };

  const testsOf = (values) => {
    const words = values.get("words").trim().toLowerCase();
    const tests = data.runs.flatMap((_, run) => testsOfRun(values, run));
    if (values.get("task")) tests.push((pair) => pair.task === values.get("task"));
    const phenomenon = values.get("phenomenon");
    if (phenomenon) tests.push((pair) => pair.phenomena.includes(phenomenon));
    if (values.get("gold")) tests.push((pair) => pair.gold === values.get("gold"));
    if (values.get("together")) tests.push((pair) => together(pair) === values.get("together"));
    if (words) tests.push((pair) => pair.searched.includes(words));
    return tests;
  };

  const sorted = (pairs, by, direction) => {
    const sign = direction === "down" ? -1 : 1;
    if (!by) return sign > 0 ? pairs : [...pairs].reverse();
    if (by === "id") return [...pairs].sort((a, b) => sign * collator.compare(a.id, b.id));
    const [field, run] = by.split("-");
    const value = (pair) => pair.verdicts[run]?.[field] ?? -Infinity;
    return [...pairs].sort((a, b) => sign * (value(a) - value(b) || 0));
  };

  const choose = () => {
    const values = new FormData(form);
    const tests = testsOf(values);
    const found = data.pairs.filter((pair) => tests.every((test) => test(pair)));
    chosen = sorted(found, values.get("by"), values.get("direction"));
    aligned = values.get("aligned") ?? "";
    show(0);
  };

  // Rows

  const cell = (column, ...content) => {
    const made = element("td", "", ...content);
    made.dataset.column = column;
    made.setAttribute("role", "cell");
    return made;
  };

  const decimal = (number) => number.toFixed(3).replace("-", "\u2212");

  const verdictCell = (pair, run) => {
    const verdict = pair.verdicts[run];
    if (!verdict) return cell(data.runs[run], "not answered");
    const mark = element("span", verdict.right ? "right-mark" : "wrong-mark", verdict.right ? "✓" : "✗");
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", verdict.right ? "right" : "wrong");
    const details = ["confidence", "score"]
      .filter((field) => verdict[field] !== null)
      .map((field) => element("span", "detail", `${field} ${decimal(verdict[field])}`));
    const shown = element("span", "verdict", mark, ` ${verdict.label}`);
    return cell(data.runs[run], shown, ...details);
  };

  // The marks of one snippet: start, end, the numbers of the links, and their relations. Only
  // links between two words are numbered.
  const marksOf = (links, side) => {
    const marks = new Map();
    let number = 0;
    for (const [hypothesis, text, relation] of links) {
      if (text) number += 1;
      const span = side === "hypothesis" ? hypothesis : text;
      if (!span) continue;
      const mark = marks.get(span[0]) ?? { start: span[0], end: span[1], links: [], relations: [] };
      if (text) mark.links.push(number);
      mark.relations.push(relation);
      marks.set(span[0], mark);
    }
    return [...marks.values()].sort((a, b) => a.start - b.start);
  };

  const marked = (snippet, links, side) => {
    // Offsets count characters as in Python; in JavaScript, a character may be two code units.
    const characters = Array.from(snippet);
    const slice = (start, end) => characters.slice(start, end).join("");
    const parts = [];
    let end = 0;
    for (const mark of marksOf(links, side)) {
      if (mark.start < end) continue;
      const word = element("span", mark.links.length ? "aligned" : "unaligned", slice(mark.start, mark.end));
      word.title = [...new Set(mark.relations)].join(", ");
      if (mark.links.length) word.append(element("sup", "", mark.links.join(",")));
      parts.push(slice(end, mark.start), word);
      end = mark.end;
    }
    return [...parts, slice(end)];
  };

  const snippets = (pair, links) =>
    [["T ", "text"], ["H ", "hypothesis"]]
      .filter(([, side]) => pair[side])
      .map(([name, side]) => element("p", "", element("b", "", name), ...marked(pair[side], links, side)));

  const linkList = (pair, links) => {
    const [text, hypothesis] = [Array.from(pair.text), Array.from(pair.hypothesis)];
    const word = (characters, span) => characters.slice(...span).join("");
    const lines = links.map(([at, aligned, relation]) =>
      aligned ? `${word(hypothesis, at)} – ${word(text, aligned)}: ${relation}` : `${word(hypothesis, at)}: ${relation}`);
    const list = element("ul", "", ...lines.map((line) => element("li", "", line)));
    return element("details", "", element("summary", "", "Word alignment"), list);
  };

  const snippetCell = (pair) => {
    const links = pair.links[aligned] ?? [];
    const made = cell("", ...snippets(pair, links), ...(links.length ? [linkList(pair, links)] : []));
    made.className = "texts";
    return made;
  };

  const row = (pair) => {
    const head = element("th", "", pair.id, element("span", "detail", pair.task));
    head.scope = "row";
    head.setAttribute("role", "rowheader");
    head.dataset.column = "Pair";
    const verdicts = data.runs.map((_, run) => verdictCell(pair, run));
    const texts = hasTexts ? [snippetCell(pair)] : [];
    const made = element("tr", "", head, cell("Gold", pair.gold), ...verdicts, ...texts);
    made.setAttribute("role", "row");
    return made;
  };

  // Pages

  const pages = () => Math.max(1, Math.ceil(chosen.length / PAGE));

  const show = (number) => {
    page = number;
    const first = page * PAGE;
    const shown = chosen.slice(first, first + PAGE);
    rows.replaceChildren(...shown.map(row));
    const range = shown.length ? `; ${first + 1} to ${first + shown.length} are listed` : "";
    count.textContent = `${chosen.length} of ${data.pairs.length} pairs${range}`;
    pageNumber.textContent = `Page ${page + 1} of ${pages()}`;
    // With the attribute "disabled", a button that was just pressed would lose the focus.
    previous.setAttribute("aria-disabled", page === 0);
    next.setAttribute("aria-disabled", page === pages() - 1);
  };

  const turn = (step) => {
    if (page + step < 0 || page + step >= pages()) return;
    show(page + step);
    count.scrollIntoView({ block: "start" });
  };

  form.addEventListener("input", choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  // The controls have their initial values only after the event.
  form.addEventListener("reset", () => setTimeout(choose));
  previous.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
  document.getElementById("pairs-panel").hidden = false;
  choose();
})();
