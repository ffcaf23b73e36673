import { expect, it, vi } from "vitest";
import { MAX_CHARACTERS, refuseLongPastes } from "./long-pastes";

const onRefused = vi.fn();
refuseLongPastes(onRefused);

/** True if a paste into a field that holds `before` is refused. */
function isRefused(
  type: "paste" | "drop",
  tag: string,
  before: string,
  pasted: number,
  selected = 0,
): boolean {
  const field = document.createElement(tag);
  document.body.replaceChildren(field);
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    field.value = before;
    field.setSelectionRange(0, selected);
  }
  const data = { types: ["text/plain"], getData: () => "x".repeat(pasted) };
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: data, dataTransfer: data });
  field.dispatchEvent(event);
  return event.defaultPrevented;
}

it.each(["paste", "drop"] as const)("refuses a %s that makes a plain field too long", (type) => {
  expect(isRefused(type, "textarea", "", 5_000_000)).toBe(true);
  expect(onRefused).toHaveBeenLastCalledWith(5_000_000);
  expect(isRefused(type, "input", "abc", MAX_CHARACTERS)).toBe(true);
  expect(isRefused(type, "textarea", "", MAX_CHARACTERS)).toBe(false);
  expect(isRefused(type, "textarea", "abc", MAX_CHARACTERS, 3)).toBe(false);
});

it("leaves other elements alone: editors count for themselves", () => {
  expect(isRefused("paste", "div", "", 5_000_000)).toBe(false);
});
