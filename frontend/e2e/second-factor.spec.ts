/** Two-step sign-in: set up an authenticator app, sign in with it, with a recovery code, and remove it again. */

import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { Api } from "./api";
import { SessionScreen } from "./screens/session";
import { expect, test } from "./story";

const YUN = { username: "yun", password: "shed and heddle 12" };
const STEP_S = 30;

/** The code of an app so many steps from now (RFC 6238: SHA-1, 30 seconds, 6 digits). */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2));
  const bytes =
    bits
      .map((five) => five.padStart(5, "0"))
      .join("")
      .match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_S) + steps));
  const key = Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Confirm an act with the password, and with a code where a factor is set up. */
async function confirm(page: Page, code?: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(YUN.password);
  if (code !== undefined) await dialog.getByRole("textbox", { name: "Code" }).fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}

test("a person sets up an app, signs in with it and with a recovery code, and removes it", async ({
  visitor: page,
  api,
  watch,
}) => {
  // A refused code, and acts that ask for a confirmation first.
  watch.allow(/status of 40[013]/);
  const client = new Api(page.context().request);
  await client.setUp(await api.invite(YUN.username), YUN);
  const session = new SessionScreen(page);
  const home = page.getByRole("heading", { name: "Home", level: 1 });
  const code = page.getByRole("textbox", { name: "Code" });
  const signOut = async () => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in to Flowloom" })).toBeVisible();
  };
  const begin = async () => {
    await signOut();
    await session.signIn(YUN);
    await expect(code).toBeVisible();
    await expect(home).toBeHidden();
  };
  const prove = async (value: string) => {
    await code.fill(value);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  let secret = "";
  let recovery: string[] = [];

  await test.step("the app counts once its code fits", async () => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    await confirm(page);
    const offer = page.getByRole("dialog", { name: "Add authenticator app" });
    secret = (await offer.locator("code").textContent()) ?? "";
    await offer.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
    await offer.getByRole("button", { name: "Finish" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await expect(codes.locator("code")).toHaveCount(10);
    recovery = await codes.locator("code").allTextContents();
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  });

  await test.step("the password alone opens nothing, a wrong code neither, the app's next code does", async () => {
    await begin();
    await prove("000000");
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await prove(codeOf(secret, 1));
    await expect(home).toBeVisible();
  });

  await test.step("a recovery code opens once", async () => {
    await begin();
    await prove(recovery[0] ?? "");
    await expect(home).toBeVisible();
    await begin();
    await prove(recovery[0] ?? "");
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await prove(recovery[1] ?? "");
    await expect(home).toBeVisible();
  });

  await test.step("removal asks for password and factor again, and the password alone signs in after it", async () => {
    await page.goto("/settings/account");
    await expect(page.getByText("8 recovery codes left.")).toBeVisible();
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await confirm(page, recovery[2]);
    await expect(page.getByText("Not set up. Your password alone signs you in.")).toBeVisible();
    await signOut();
    await session.signIn(YUN);
    await expect(home).toBeVisible();
  });
});
