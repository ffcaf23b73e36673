/** Presses each button of a screen and reads what comes up: dialogs, menus, notifications, errors. */

import { expect, type Page, type Request } from "@playwright/test";
import { drawn } from "../drawn";
import { expectNoEscapes } from "./escapes";

/** A button by its name and the selector that finds it among others. */
type Button = { among: string; name: string };

const PRESSABLE = ":is(button, [role=tab], [role=menuitem]):not(:disabled)";
/** Buttons pressed in a dialog or menu: submitting an untouched form shows its requirements. */
const IN_OVERLAY = ":is([role=dialog] [type=submit], [role=menuitem]):not(:disabled)";
const OVERLAY = ":is([role=dialog], [role=menu]):visible";

/**
 * Presses what `within` holds, then each entry of a menu and the last button of a form that this opens; each name once.
 *
 * Returns how many were pressed. The screen is opened again after a press that changed it, and only then; a button that is
 * gone by then is left out.
 */
export async function pressAll(page: Page, address: string, within: string): Promise<number> {
  const requests = openRequests(page);
  const pressed = new Set<string>();

  const open = async (): Promise<void> => {
    await page.goto(address);
    await expect(page.locator(`${within} h1, ${within} button`).first()).toBeVisible();
    await expect.poll(() => requests.size).toBe(0);
    await expectNoEscapes(page);
  };
  const press = async (button: Button): Promise<boolean> => {
    const at = (await namesIn(page, button.among)).indexOf(button.name);
    if (at < 0) return false;
    await page.locator(button.among).nth(at).click();
    // Some buttons leave the page, and what was asked of the page goes with it.
    await drawn(page).catch(() => page.waitForLoadState());
    await expect.poll(() => requests.size).toBe(0);
    return true;
  };
  const isUnchanged = async (among: string, names: readonly string[]): Promise<boolean> => {
    // The open list of a field takes the first.
    for (const _layer of ["list", "dialog"]) await page.keyboard.press("Escape");
    const isOpen = (await page.locator(OVERLAY).count()) > 0;
    return !isOpen && page.url().endsWith(address) && (await namesIn(page, among)).join() === names.join();
  };
  /** Presses once more on a fresh screen where a late dialog, of the button before, lies over this one. */
  const pressOpener = (button: Button): Promise<boolean> =>
    press(button).catch(async () => {
      await open();
      return press(button);
    });
  const visit = async (button: Button, doing: string): Promise<boolean> => {
    pressed.add(kindOf(button.name));
    const isPressed = await (button.among === IN_OVERLAY ? press(button) : pressOpener(button));
    if (isPressed) await expectNoEscapes(page, `after ${doing}`);
    return isPressed;
  };
  const isNew = (name: string) => name.includes("⟦") && !pressed.has(kindOf(name));

  await open();
  const among = `${within} ${PRESSABLE}`;
  const names = await namesIn(page, among);
  for (const name of names) {
    if (!isNew(name)) continue;
    const opener = { among, name };
    if (!(await isUnchanged(among, names))) await open();
    if (!(await visit(opener, name))) continue;
    let isOpen = true;
    for (const inner of await namesIn(page, IN_OVERLAY)) {
      if (!isNew(inner)) continue;
      if (!isOpen) {
        if (!(await isUnchanged(among, names))) await open();
        if (!(await pressOpener(opener))) break;
      }
      await visit({ among: IN_OVERLAY, name: inner }, `${name}, ${inner}`);
      isOpen = false;
    }
  }
  return pressed.size;
}

/** A name without what people wrote, which is Chinese here: what is offered for each row of a list is pressed in the first. */
const kindOf = (name: string) => name.replace(/\p{Script=Han}+/gu, "");

/** The names of the buttons in a part of the page, in order, empty for those that cannot be seen. Numbers do not count. */
async function namesIn(page: Page, among: string): Promise<string[]> {
  return page
    .locator(among)
    .evaluateAll((buttons) =>
      buttons.map((button) =>
        button.checkVisibility({ visibilityProperty: true })
          ? (button.getAttribute("aria-label") ?? button.textContent ?? "").replace(/[\d:]+/g, "0")
          : "",
      ),
    );
}

function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => open.delete(request));
  return open;
}
