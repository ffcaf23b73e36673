// The form of a rule: keeps its sentence and its CEL expression in step, and shows its effect on past calls.
"use strict";

const box = document.getElementById("rule-tools");
const form = box.closest("form");
const condition = document.getElementById("rule-condition");
const sentence = condition.querySelector("fieldset");
const clauses = sentence.querySelector("ul");
const blank = sentence.querySelector("template");
const add = sentence.querySelector("fieldset > button");
const noSentence = condition.querySelector(".fl-hint");
const verdict = condition.querySelector("[role=status]");
const source = condition.querySelector("textarea");
const editedLast = condition.querySelector("[name=when_as]");

async function ask(more = {}) {
  const body = new FormData(form);
  body.set("replaces", box.dataset.rule);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const answer = await fetch(box.dataset.address, { method: "POST", body });
  return answer.json();
}

let waiting;
let edits = 0;

function edited(part) {
  editedLast.value = part;
  edits += 1;
  clearTimeout(waiting);
  waiting = setTimeout(compare, 300, edits);
}

async function compare(edit) {
  const { fault, when, rows } = await ask();
  if (edit !== edits) return;
  verdict.textContent = fault;
  if (editedLast.value === "sentence") {
    if (!fault) source.value = when;
    return;
  }
  clauses.innerHTML = rows ?? "";
  sentence.hidden = sentence.disabled = rows === null;
  noSentence.hidden = rows !== null;
}

clauses.addEventListener("input", () => edited("sentence"));
source.addEventListener("input", () => edited("cel"));
add.addEventListener("click", () => {
  clauses.append(blank.content.cloneNode(true));
  clauses.lastElementChild.querySelector("input").focus();
});
clauses.addEventListener("click", (event) => {
  const row = event.target.closest("button")?.closest("li");
  if (!row) return;
  row.remove();
  add.focus();
  edited("sentence");
});

box.querySelector("button").addEventListener("click", async () => {
  const out = box.querySelector("output");
  out.textContent = "…";
  out.textContent = (await ask({ count: "" })).summary;
});
