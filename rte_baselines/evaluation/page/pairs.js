// Lists the pairs. Data is inserted as text, never as markup.
"use strict";
(() => {
  // A pair takes much of the height of a phone.
  const PAGE = matchMedia("(max-width: 45rem)").matches ? 10 : 20;
  const data = JSON.parse(document.getElementById("data").textContent);
  const form = document.getElementById("filters");
  const rows = document.getElementById("rows");
  const count = document.getElementById("count");
  const pageNumber = document.getElementById("page");
  const previous = document.getElementById("previous");
  const next = document.getElementById("next");
  const collator = new Intl.Collator("en", { numeric: true });
  // A pair is its place in the arrays of the data.
  const pairs = data.ids.map((_, pair) => pair);
  const hasTexts = data.texts.some(Boolean) || data.hypotheses.some(Boolean);
  let chosen = pairs;
  let page = 0;

  const gold = (pair) => data.labels[data.gold[pair]];
  const task = (pair) => data.tasks[pair] ?? "";
  const hasLabels = (run) => data.runs[run].labels !== null;
  const isAnswered = (pair, run) => hasLabels(run) && data.runs[run].labels[pair] !== null;
  const label = (pair, run) => data.labels[data.runs[run].labels[pair]];
  const isRight = (pair, run) => hasLabels(run) && data.runs[run].right[pair] === 1;
  const number = (pair, run, field) => data.runs[run][field][pair];

  const element = (name, className, ...content) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...content);
    return made;
  };

  // Filters

  const outcomes = {
    right: isRight,
    wrong: (pair, run) => isAnswered(pair, run) && !isRight(pair, run),
    unanswered: (pair, run) => !isAnswered(pair, run),
  };

  const together = (pair) => {
    const answered = data.runs.filter((_, run) => isAnswered(pair, run)).length;
    const right = data.runs.filter((_, run) => isRight(pair, run)).length;
    if (right && right < answered) return "differ";
    if (!answered || answered < data.runs.filter((_, run) => hasLabels(run)).length) return "";
    return right ? "right" : "wrong";
  };

  const hasWords = (pair, words) =>
    [data.ids, data.texts, data.hypotheses].some((texts) =>
      texts[pair].toLowerCase().includes(words.toLowerCase()));

  const testsOf = (values) => {
    const tests = [];
    const add = (name, test) => {
      const wanted = values.get(name)?.trim();
      if (wanted) tests.push((pair) => test(pair, wanted));
    };
    data.runs.forEach((_, run) => {
      const confidence = (pair) => number(pair, run, "confidence") ?? NaN;
      add(`label-${run}`, (pair, wanted) => label(pair, run) === wanted);
      add(`right-${run}`, (pair, outcome) => outcomes[outcome](pair, run));
      add(`least-${run}`, (pair, least) => confidence(pair) >= Number(least));
      add(`most-${run}`, (pair, most) => confidence(pair) <= Number(most));
    });
    add("task", (pair, wanted) => task(pair) === wanted);
    add("gold", (pair, wanted) => gold(pair) === wanted);
    add("together", (pair, wanted) => together(pair) === wanted);
    add("words", hasWords);
    return tests;
  };

  const sorted = (found, by, direction) => {
    const sign = direction === "down" ? -1 : 1;
    if (!by) return sign > 0 ? found : [...found].reverse();
    if (by === "id") {
      return [...found].sort((a, b) => sign * collator.compare(data.ids[a], data.ids[b]));
    }
    const [field, run] = by.split("-");
    const value = (pair) => number(pair, run, field) ?? -Infinity;
    return [...found].sort((a, b) => sign * (value(a) - value(b) || 0));
  };

  const choose = () => {
    const values = new FormData(form);
    const tests = testsOf(values);
    const found = pairs.filter((pair) => tests.every((test) => test(pair)));
    chosen = sorted(found, values.get("by"), values.get("direction"));
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

  const predictionCell = (pair, run) => {
    const name = data.runs[run].name;
    const details = ["confidence", "score"]
      .filter((field) => number(pair, run, field) !== null)
      .map((field) => element("span", "detail", `${field} ${decimal(number(pair, run, field))}`));
    if (!isAnswered(pair, run)) return cell(name, hasLabels(run) ? "not answered" : "", ...details);
    const [kind, sign] = isRight(pair, run) ? ["right", "✓"] : ["wrong", "✗"];
    const mark = element("span", `${kind}-mark`, sign);
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", kind);
    const shown = element("span", "verdict", mark, ` ${label(pair, run)}`);
    return cell(name, shown, ...details);
  };

  const snippetCell = (pair) => {
    const snippets = [["T ", data.texts], ["H ", data.hypotheses]]
      .filter(([, texts]) => texts[pair])
      .map(([name, texts]) => element("p", "", element("b", "", name), texts[pair]));
    const made = cell("", ...snippets);
    made.className = "texts";
    return made;
  };

  const row = (pair) => {
    const head = element("th", "", data.ids[pair], element("span", "detail", task(pair)));
    head.scope = "row";
    head.setAttribute("role", "rowheader");
    head.dataset.column = "Pair";
    const predictions = data.runs.map((_, run) => predictionCell(pair, run));
    const texts = hasTexts ? [snippetCell(pair)] : [];
    const made = element("tr", "", head, cell("Gold", gold(pair)), ...predictions, ...texts);
    made.setAttribute("role", "row");
    return made;
  };

  // Pages

  const pages = () => Math.max(1, Math.ceil(chosen.length / PAGE));

  const show = (wanted) => {
    page = wanted;
    const first = page * PAGE;
    const shown = chosen.slice(first, first + PAGE);
    rows.replaceChildren(...shown.map(row));
    const range = shown.length ? `; ${first + 1} to ${first + shown.length} are listed` : "";
    count.textContent = `${chosen.length} of ${pairs.length} ${pairs.length === 1 ? "pair" : "pairs"}${range}`;
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
