// The form of a rule: checks the condition as it is typed, and tells what the rule would have done to past calls.
"use strict";

const box = document.getElementById("rule-tools");
const form = box.closest("form") ?? document.querySelector("#content-main form, form[enctype], main form[method=post]");
const field = (name) => form.querySelector(`[name="${name}"]`);
const verdict = document.createElement("p");
verdict.className = "fl-hint";
verdict.setAttribute("role", "status");
field("when")?.after(verdict);

async function ask(path, body) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(`/api/tools/policies/${path}/`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": token,
      "Accept-Language": document.documentElement.lang,
    },
    body: JSON.stringify(body),
  });
  return answer.json();
}

let waiting;
field("when")?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const { message } = await ask("check", { when: field("when").value });
    verdict.textContent = message ?? "";
    verdict.classList.toggle("fl-error", Boolean(message));
  }, 300);
});

function readJson(text) {
  try {
    return text.trim() ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function rule() {
  const role = field("role");
  return {
    role: role?.value ? role.selectedOptions[0].textContent.trim() : null,
    tool_pattern: field("tool_pattern").value,
    workflow: field("workflow_id").value || null,
    mode: field("mode").value,
    effect: field("effect").value,
    when: field("when").value,
    args_untrusted: field("args_untrusted").checked,
    mock_result: readJson(field("mock_result").value),
    replaces: box.dataset.rule || null,
  };
}

box.querySelector("button").addEventListener("click", async () => {
  const out = box.querySelector("output");
  out.textContent = "…";
  const answer = await ask("dry-run", rule());
  out.textContent = answer.summary ?? answer.errors?.map(({ message }) => message).join(" ") ?? answer.detail ?? "";
});
