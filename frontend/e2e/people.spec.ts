/** A person is invited by link, signs up elsewhere, gets a role, and is deactivated with their work handed on. */

import { Api } from "./api";
import { chain, start, template } from "./documents";
import { AdminPanel } from "./screens/admin";
import { SessionScreen } from "./screens/session";
import { ADMINISTRATOR, expect, test } from "./story";
import { expectAccessible } from "./visual/accessible";

const ROSA = { username: "rosa", password: "bobbin and reed 5" };
const [SPINNERS, DYERS] = ["Spinners", "Dyers"];

test("a person comes by invitation, changes roles and leaves", async ({ page, visitor, api, watch }) => {
  // The confirmation is asked for by a refusal, and whoever is deactivated is signed out.
  watch.allow(/status of 40[13]/, /WebSocket connection to/);
  const panel = new AdminPanel(page);
  for (const role of [SPINNERS, DYERS]) await panel.createRole(role);
  const row = page.getByRole("row", { name: new RegExp(`^${ROSA.username}`) });
  const links = page.getByRole("region", { name: "Open invitations and password links" });
  const invite = async (note: string) => {
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Invite someone" });
    await dialog.getByRole("textbox", { name: "Name" }).fill(note);
    return dialog;
  };
  let link = "";

  await test.step("the administrator invites her to a role, and confirms who they are", async () => {
    await page.goto("/settings");
    await page.getByRole("link", { name: "People", exact: true }).click();
    const dialog = await invite(ROSA.username);
    await dialog.getByRole("combobox", { name: "Roles" }).click();
    await page.getByRole("option", { name: SPINNERS }).click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    // Whoever signed in or confirmed within five minutes, as in a story before, is not asked.
    const question = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(question.or(dialog.locator("code"))).toBeVisible();
    if (await question.isVisible()) {
      await question.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
      await question.getByRole("button", { name: "Confirm" }).click();
    }
    link = (await dialog.locator("code").textContent()) ?? "";
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(links).toContainText(`${ROSA.username}${SPINNERS} · created by ${ADMINISTRATOR.username}`);
    await expectAccessible(page);
  });

  await test.step("she signs up with it in a browser of her own", async () => {
    await new SessionScreen(visitor).createAccount(link, ROSA);
    await expect(visitor.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
    await page.goto(`/settings/people?search=${ROSA.username}`);
    await expect(row).toContainText(SPINNERS);
    await expect(page.getByRole("button", { name: `Revoke ${ROSA.username}` })).toHaveCount(0);
  });

  await test.step("she gets another role", async () => {
    await row.getByRole("button", { name: new RegExp(`^Roles of ${ROSA.username}`) }).click();
    await page.getByRole("checkbox", { name: SPINNERS }).uncheck();
    await page.getByRole("checkbox", { name: DYERS }).check();
    await page.getByRole("button", { name: "Save roles" }).click();
    await expect(row).toContainText(DYERS);
    await expect(row).not.toContainText(SPINNERS);
  });

  const document = chain(start(), template("one", "one", "first"));
  const { id } = await new Api(visitor.context().request).createWorkflow({ name: "Rosa's plan", document });

  await test.step("on a phone she is deactivated, and her work handed on", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(390);
    await row.getByRole("button", { name: `Actions for ${ROSA.username}` }).click();
    await page.getByRole("menuitem", { name: "Deactivate…" }).click();
    const dialog = page.getByRole("dialog", { name: `Deactivate ${ROSA.username}?` });
    await expect(dialog.getByRole("region", { name: "Workflows" })).toContainText("Rosa's plan");
    await dialog.getByRole("combobox", { name: "Transfer workflows and agents to" }).click();
    await page.getByRole("option", { name: ADMINISTRATOR.username, exact: true }).click();
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await expect(row).toContainText("Deactivated");
    expect((await api.workflow(id)).owner.username).toBe(ADMINISTRATOR.username);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "Sign in to Flowloom" })).toBeVisible();
  });

  await test.step("an invitation that is not needed any more is revoked", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const dialog = await invite("someone else");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await links.getByRole("button", { name: "Revoke someone else" }).click();
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.getByRole("button", { name: "Revoke someone else" })).toHaveCount(0);
  });
});
