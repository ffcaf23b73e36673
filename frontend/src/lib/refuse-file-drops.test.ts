import { expect, it } from "vitest";
import { refuseFileDrops } from "./refuse-file-drops";

refuseFileDrops();

/** True if the browser is kept from opening the dropped file. */
function isRefused(selector: string, ...types: string[]): boolean {
  document.body.innerHTML = "<main></main><input type='file'><p contenteditable='true'><b></b></p>";
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types, dropEffect: "copy", getData: () => "" } });
  document.querySelector(selector)?.dispatchEvent(event);
  return event.defaultPrevented;
}

it("refuses files where nothing takes them, and nothing else", () => {
  expect(isRefused("main", "Files")).toBe(true);
  expect(isRefused("main", "text/plain")).toBe(false);
  expect(isRefused("input", "Files")).toBe(false);
  expect(isRefused("b", "Files")).toBe(false);
});
