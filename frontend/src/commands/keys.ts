/** Key combinations: parsing, matching, and how they are written on screen. */

type Combination = { key: string; mod: boolean; shift: boolean; alt: boolean };

const IS_MAC = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

export function parseKeys(text: string): Combination {
  // The last part may itself be a plus sign.
  const parts = text.endsWith("+") ? [...text.slice(0, -1).split("+").filter(Boolean), "+"] : text.split("+");
  const key = parts.at(-1) ?? "";
  const has = (name: string) => parts.slice(0, -1).includes(name);
  return { key, mod: has("mod"), shift: has("shift"), alt: has("alt") };
}

/** Signs such as "?" are typed with Shift on some keyboards and without on others. */
const isSign = (key: string) => key.length === 1 && !/[a-z0-9 ]/i.test(key);

export function isSameKeys(one: string, other: string): boolean {
  const [a, b] = [parseKeys(one), parseKeys(other)];
  const isSameShift = isSign(a.key) || a.shift === b.shift;
  return a.key.toLowerCase() === b.key.toLowerCase() && a.mod === b.mod && a.alt === b.alt && isSameShift;
}

const MODIFIERS = new Set([
  "Control",
  "Meta",
  "Shift",
  "Alt",
  "AltGraph",
  "CapsLock",
  "Dead",
  "Process",
  "Unidentified",
]);

/** The pressed keys in command notation; null for modifiers only. */
export function keysFrom(event: KeyboardEvent, isMac = IS_MAC): string | null {
  if (MODIFIERS.has(event.key) || (isMac ? event.ctrlKey : event.metaKey)) return null;
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
  // The places of letters count where other letters are typed, and those of digits where Shift makes signs of them.
  const isOtherSign = event.key.length === 1 && !/[a-z]/i.test(event.key);
  const key = (isOtherSign && (place?.[2] ?? (isLetter(event.key) ? place?.[1] : undefined))) || event.key;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  const shown = key.length === 1 ? key.toLowerCase() : key;
  const shift = event.shiftKey && !isSign(shown);
  return `${isMod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${shift ? "shift+" : ""}${shown}`;
}

const isLetter = (key: string) => /\p{L}/u.test(key);

export function matchesKeys(text: string, event: KeyboardEvent, isMac = IS_MAC): boolean {
  const { key, mod, shift, alt } = parseKeys(text);
  if (mod !== (isMac ? event.metaKey : event.ctrlKey)) return false;
  if (isMac ? event.ctrlKey : event.metaKey) return false;
  if (alt !== event.altKey) return false;
  if (!isSign(key) && shift !== event.shiftKey) return false;
  return sameKey(key, event);
}

function sameKey(key: string, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === key.toLowerCase()) return true;
  if (/^[a-z]$/i.test(key)) {
    // A keyboard that does not type Latin letters still has the same places.
    return !/^[a-z]$/i.test(event.key) && event.code === `Key${key.toUpperCase()}`;
  }
  return /^[0-9]$/.test(key) && event.code === `Digit${key}`;
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Backspace: "⌫",
  Delete: "Del",
  Enter: "↵",
  " ": "Space",
};

/** The caps to print, e.g. `["Ctrl", "Shift", "Z"]`. */
export function keyCaps(text: string, isMac = IS_MAC): string[] {
  const { key, mod, shift, alt } = parseKeys(text);
  return [
    ...(mod ? [isMac ? "⌘" : "Ctrl"] : []),
    ...(alt ? [isMac ? "⌥" : "Alt"] : []),
    ...(shift ? [isMac ? "⇧" : "Shift"] : []),
    SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** `Ctrl+Shift+Z`, for tooltips and menus. */
export function keyText(text: string, isMac = IS_MAC): string {
  return keyCaps(text, isMac).join(isMac ? "" : "+");
}

const LAYERS = "[role='dialog'], [role='menu']";
const FIELDS = "input, textarea, select, [contenteditable='true'], [role='combobox'], .cm-editor";

/** True if keys typed here belong to a text field or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${FIELDS}, ${LAYERS}`) !== null;
}

/** True if keys typed here are for an open dialog or menu, not for what is behind it. */
export function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LAYERS) !== null;
}
