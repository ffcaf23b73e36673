// Keeps keys that are pressed before there is anything to take them, and gives them on when there is.
//
// The first script of a page: a shortcut (Ctrl+K) that comes while the page is starting is kept together with what is
// typed behind it. Later, a part of the page that is being opened asks for the same with hold() and release().
"use strict";

(() => {
  const LONGEST_MS = 10_000;
  const MOST = 200;
  /** Keys in order; null while keys go their own way. */
  let kept = null;
  let isHeld = false;
  let isTextOnly = false;
  let isGiving = false;
  let isStarting = true;
  let timer = 0;

  const isField = (target) =>
    target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null;
  const isSign = ({ key, ctrlKey, metaKey, altKey }) => key.length === 1 && !ctrlKey && !metaKey && !altKey;
  /** Sends what was typed before it. */
  const isSend = ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && kept.length > 0;
  const isShortcut = ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key.toLowerCase() === "k";

  /** `ofText`: keys that move or choose go their own way unless they send a kept text; a press of the pointer ends it. */
  function hold(ofText = false) {
    isTextOnly = ofText && (kept === null || isTextOnly);
    kept ??= [];
    isHeld = true;
    waitAgain();
  }

  /** Nobody is left without a keyboard by something that never opens. Text is kept as long as its asker wants. */
  function waitAgain() {
    clearTimeout(timer);
    if (!isTextOnly) timer = setTimeout(release, LONGEST_MS);
  }

  /** Keys that come meanwhile wait behind those that are given; what one of them opens may hold the rest. */
  async function release() {
    clearTimeout(timer);
    isStarting = false;
    isHeld = false;
    if (isGiving) return;
    isGiving = true;
    while (!isHeld && kept?.length) {
      // Each in a task of its own: an editor reads what was put into the page when the task has ended, and one that is
      // being made overwrites it.
      await new Promise((resolve) => setTimeout(resolve));
      if (!isHeld) give(kept);
    }
    isGiving = false;
    if (!isHeld) kept = null;
  }

  /** The next key, or all signs of a text up to the next other key. */
  function give(keys) {
    const target = document.activeElement ?? document.body;
    let text = "";
    do {
      const key = keys.shift();
      const event = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
      if (!target.dispatchEvent(event) || !isField(target)) continue;
      if (isSign(key)) text += key.key;
      else if (key.key === "Backspace") document.execCommand("delete");
    } while (text !== "" && keys.length > 0 && isSign(keys[0]));
    // There is no other way to type that fields and editors cannot tell from a person's typing.
    if (text !== "") document.execCommand("insertText", false, text);
  }

  addEventListener(
    "keydown",
    (event) => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey, isTrusted, isComposing } = event;
      if (!isTrusted || isComposing || ["Control", "Meta", "Alt", "Shift"].includes(key)) return;
      if (kept === null && isStarting && isShortcut(event)) hold();
      if (kept === null || kept.length >= MOST) return;
      if (isTextOnly && !isSign(event) && !isSend(event) && key !== "Backspace") return;
      kept.push({ key, code, ctrlKey, metaKey, altKey, shiftKey });
      if (isHeld) waitAgain();
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  /** Forgets the kept keys: what they were meant for does not come. */
  function drop() {
    clearTimeout(timer);
    isHeld = false;
    if (!isGiving) kept = null;
  }

  addEventListener("pointerdown", () => isTextOnly && drop(), true);

  window.keyBuffer = { hold, release, drop };
})();
