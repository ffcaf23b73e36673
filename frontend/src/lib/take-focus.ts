/**
 * Focus of what opens. Its first text field takes the focus as soon as it is drawn; until then the frame has it, where no
 * key does anything, and text is kept for the field. When it goes, what had the focus before gets it back, or the home.
 */

import { bufferText, replayKeys } from "./key-buffer";

/** Inputs without text. Choosers (`readonly`) are included: blank and Enter would change their value. */
const OTHER_INPUTS = ["checkbox", "radio", "file", "hidden", "color", "range", "button", "submit"];
const TEXT_FIELDS = [
  `input:not([readonly])${OTHER_INPUTS.map((type) => `:not([type=${type}])`).join("")}`,
  "textarea:not([readonly])",
  "[contenteditable=true]",
].join(", ");

/** Searchable choosers open their list on focus, over the content below: only marked forms focus them first. */
const CHOOSER = ".mantine-Select-input, .mantine-MultiSelect-inputField";
const DIALOG = "[role=dialog]";
const MENU = "[role=menu]";
/** Takes the focus where nothing else can: the canvas. */
const HOME = "[data-focus-home]";
/** Soon after a dialog has opened, later on a busy machine, Mantine moves the focus to its first button, or back to the menu that opened it. */
const TRAP_MS = 2_000;
const OPENERS = "button[aria-haspopup], [role^=menuitem]";
/** Time for opened views to load until keys go to the current focus. */
const OPENING_MS = 1_000;
/** The same after any other button of a page without commands on single keys: it may open a dialog. */
const PRESSED_MS = 300;
/** Code that does not come by then does not get the keys that were meant for it. */
export const LONGEST_OPENING_MS = 5_000;
/** Keys of somebody who moves about. */
const MOVES = /^(Tab|Escape|Home|End|Page|Arrow|F\d)/;

type Pick = (frame: HTMLElement) => HTMLElement | null;

/** The last element that lost the focus: a field inside may have it before its frame is asked to take it. */
let left: EventTarget | null = null;
document.addEventListener("focusout", ({ target }) => {
  left = target;
});

/** Opened views may load first, when a blank would press the button again. */
document.addEventListener(
  "click",
  ({ target, detail }) => {
    if (!(target instanceof Element)) return;
    const opener = target.closest(OPENERS);
    const button = target.closest("button");
    if (opener) bufferTextBriefly(OPENING_MS, opener);
    else if (detail > 0 && button && !isTyping() && !document.querySelector(HOME))
      bufferTextBriefly(PRESSED_MS, button);
  },
  { capture: true },
);

/**
 * Keeps text until a field has the focus, at most for so many milliseconds: nobody knows whether anything opens. An opener
 * that shows a request on its way has them again. Where single keys are commands, text that no field has taken is forgotten.
 */
export function bufferTextBriefly(milliseconds: number, opener?: Element): void {
  const end = bufferText();
  const waiting = new AbortController();
  const stop = () => {
    waiting.abort();
    end(isTyping() || !document.querySelector(HOME));
  };
  const wait = () =>
    setTimeout(() => {
      if (waiting.signal.aborted) return;
      if (opener?.matches("[data-loading]")) wait();
      else stop();
    }, milliseconds);
  document.addEventListener("focusin", () => isTyping() && stop(), { signal: waiting.signal });
  wait();
}

const taken = new WeakMap<HTMLElement, AbortController>();
const overlays = new WeakMap<HTMLElement, () => void>();

/** For the `ref` of dialogs, popovers and menus, which the theme gives to all of them. */
export function overlayRef(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame?.matches(`${DIALOG}, ${MENU}`)) return;
  // A ref that is only set again is no opening.
  const release = overlays.get(frame) ?? takeFocus(frame, { isOverlay: true });
  overlays.set(frame, release);
  return release;
}

/** Moves the focus into a frame; returns what gives it back once the frame has left the page. */
export function takeFocus(
  frame: HTMLElement,
  { pick = firstField, isOverlay = false }: { pick?: Pick; isOverlay?: boolean } = {},
): () => void {
  const opener = openerOf(frame);
  const openedAt = performance.now();
  const listening = new AbortController();
  const { signal } = listening;
  const options = { capture: true, signal };
  /** Ends the wait for a field; null once there is one, or the person has gone elsewhere. */
  let endWait: ReturnType<typeof bufferText> | null = null;
  let hasActed = false;
  let isFilled = false;

  const settle = () => {
    if (!frame.isConnected) return;
    const field = pick(frame);
    if (field === null) endWait ??= bufferText();
    const target = field ?? frame;
    if (document.activeElement !== target) target.focus({ preventScroll: true });
    if (field !== null) stopWaiting(isTyping());
  };
  const stopWaiting = (isWanted: boolean) => {
    endWait?.(isWanted);
    endWait = null;
  };
  const act = () => {
    hasActed = true;
    stopWaiting(false);
  };
  const isMoved = () => isOverlay && !hasActed && performance.now() - openedAt < TRAP_MS;
  const onKeyDown = (event: KeyboardEvent) => {
    if (MOVES.test(event.key)) act();
    const isChord = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (!endWait || isChord || event.target !== frame) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (hasActed || target === frame) return;
    if (isFieldOf(frame, target)) {
      const isLine = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      // A dialog's proposed text is overwritten.
      if (isOverlay && isLine && !isFilled) target.select();
      isFilled = true;
      stopWaiting(true);
    } else if (isMoved()) settle();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || frame.contains(relatedTarget)) return;
    if (isMoved() && !relatedTarget.closest(`${DIALOG}, ${MENU}`)) queueMicrotask(settle);
    else act();
  };
  const observer = new MutationObserver(() => {
    // A step of a dialog that takes the place of another one is as a dialog that opens.
    if (isOverlay && isLost() && isUppermost(frame)) {
      hasActed = false;
      isFilled = false;
      settle();
    } else if (endWait) settle();
  });

  taken.get(frame)?.abort();
  taken.set(frame, listening);
  signal.addEventListener("abort", () => observer.disconnect());
  if (!frame.hasAttribute("tabindex")) frame.tabIndex = -1;
  frame.addEventListener("keydown", onKeyDown, options);
  frame.addEventListener("focusin", onFocusIn, options);
  frame.addEventListener("focusout", onFocusOut, options);
  frame.addEventListener("pointerdown", act, options);
  frame.addEventListener("wheel", act, { ...options, passive: true });
  if (!frame.matches(MENU)) observer.observe(frame, { childList: true, subtree: true });
  settle();
  if (!endWait) replayKeys();
  return () =>
    queueMicrotask(() => {
      if (frame.isConnected) return;
      listening.abort();
      stopWaiting(false);
      if (isLost()) giveBack(opener);
    });
}

function isTyping(): boolean {
  return document.activeElement?.matches(TEXT_FIELDS) ?? false;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isFieldOf(frame: HTMLElement, element: EventTarget | null): element is HTMLElement {
  return element instanceof HTMLElement && frame.contains(element) && element.matches(TEXT_FIELDS);
}

function isUppermost(frame: HTMLElement): boolean {
  return [...document.querySelectorAll(`${DIALOG}, ${MENU}`)].at(-1) === frame;
}

/** The field that has the focus, else the one that is marked, else the first one that opens no list. */
function firstField(frame: HTMLElement): HTMLElement | null {
  if (frame.matches(MENU)) return null;
  if (isFieldOf(frame, document.activeElement)) return document.activeElement;
  const fields = [...frame.querySelectorAll<HTMLElement>(TEXT_FIELDS)].filter(
    (field) => !field.matches(":disabled") && (field.checkVisibility?.() ?? true),
  );
  return (
    fields.find((field) => field.hasAttribute("data-autofocus")) ??
    fields.find((field) => !field.matches(CHOOSER)) ??
    null
  );
}

/** Focused element; for a menu entry, which disappears, the button that opened the menu. */
function openerOf(frame: HTMLElement): HTMLElement | null {
  const focused = frame.contains(document.activeElement) ? left : document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const button = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : focused;
}

function giveBack(opener: HTMLElement | null): void {
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  if (isLost()) document.querySelector<HTMLElement>(HOME)?.focus({ preventScroll: true });
}
