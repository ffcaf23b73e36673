import { expect, it } from "vitest";
import { noteSending, refuseRepeatedPresses } from "./repeated-presses";

refuseRepeatedPresses();

const PAGE =
  "<form><input><button type='submit'><b></b></button><button type='button'></button></form>" +
  "<textarea></textarea><p contenteditable='true'></p><a role='menuitem'></a>";

/** Events that arrive at the element with their default action. */
function arrived(selector: string, ...events: Event[]): boolean[] {
  const target = document.querySelector(selector);
  return events.map((event) => {
    let isThere = false;
    target?.addEventListener(event.type, () => (isThere = true), { once: true });
    target?.dispatchEvent(event);
    return isThere && !event.defaultPrevented;
  });
}

const enter = (init: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init });
const held = (init: KeyboardEventInit = {}) => enter({ repeat: true, ...init });
const click = (detail: number) => new MouseEvent("click", { detail, bubbles: true, cancelable: true });

it.each([
  ["input", enter(), true, held(), false],
  ["[type=submit]", enter(), true, held(), false],
  ["[type=button]", enter(), true, held(), false],
  ["textarea", enter(), true, held(), true],
  ["p", enter(), true, held(), true],
  ["textarea", enter({ ctrlKey: true }), true, held({ ctrlKey: true }), false],
  ["input", enter({ key: "a" }), true, held({ key: "a" }), true],
  ["b", click(1), true, click(2), false],
  ["[role=menuitem]", click(1), true, click(2), false],
  ["[type=button]", click(1), true, click(2), true],
  ["input", click(1), true, click(2), true],
])("in %s the second of a press", (selector, first, isFirstMeant, second, isSecondMeant) => {
  document.body.innerHTML = PAGE;
  expect(arrived(selector, first, second)).toEqual([isFirstMeant, isSecondMeant]);
});

it("keeps a key that is held out of the field that it has opened", () => {
  document.body.innerHTML = PAGE;
  expect(arrived("input", enter())).toEqual([true]);
  expect(arrived("textarea", held(), enter(), held())).toEqual([false, true, true]);
});

it("refuses the second click on a button whose first has sent something, however soon after", async () => {
  document.body.innerHTML = PAGE;
  document.querySelector("[type=button]")?.addEventListener("click", async () => {
    await Promise.resolve();
    noteSending();
  });
  expect(arrived("[type=button]", click(1))).toEqual([true]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(arrived("[type=button]", click(2), click(3))).toEqual([false, false]);
  expect(arrived("[type=button]", click(1))).toEqual([true]);
});

it("leaves quick clicks alone while something is sent by itself", async () => {
  document.body.innerHTML = PAGE;
  expect(arrived("[type=button]", click(1))).toEqual([true]);
  await new Promise((resolve) => setTimeout(resolve));
  noteSending();
  expect(arrived("[type=button]", click(2))).toEqual([true]);
});
