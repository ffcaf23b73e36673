// A language chosen in the panel is kept for the editor too, which reads it from this browser's storage.
"use strict";

document.addEventListener("submit", ({ target, submitter }) => {
  if (!target.action.endsWith("/i18n/setlang/")) return;
  const language = String(new FormData(target, submitter).get("language"));
  localStorage.setItem("flowloom-language", language.split("-")[0]);
});
