/** Shared items are listed separately until added, and can be left: a workflow, a tool and an agent, on a phone too. */

import { Api } from "./api";
import { chain, httpTool, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { ADMINISTRATOR, expect, test } from "./story";

const NOOR = { username: "noor", password: "shuttle and loom 9" };

test("what is shared is taken up, and left", async ({ page, visitor, api, watch }) => {
  // A workflow that was left is not found any more.
  watch.allow(/status of 404/, /WebSocket connection to/);
  const document = chain(start(), template("one", "one", "first"));
  const { id } = await api.createWorkflow({ name: "Shared plan", document });
  const noor = new Api(visitor.context().request);
  await noor.setUp(await api.invite(NOOR.username), NOOR);
  await noor.createWorkflow({ name: "Noor's own", document });
  const tool = await api.createTool({ ...httpTool("Shared gate", "http://127.0.0.1:9/"), shared: true });
  await visitor.setViewportSize({ width: 390, height: 844 });
  const shared = visitor.getByRole("region", { name: "Shared with me" });

  await test.step("the owner shares a workflow, and sees that it is not taken up", async () => {
    await page.goto("/workflows?search=Shared plan");
    await page.getByRole("button", { name: "Actions for Shared plan" }).click();
    await page.getByRole("menuitem", { name: "Share…" }).click();
    const dialog = page.getByRole("dialog", { name: "Share “Shared plan”" });
    await dialog.getByRole("textbox", { name: "User name" }).fill(NOOR.username);
    await dialog.getByRole("combobox", { name: "Role", exact: true }).click();
    await page.getByRole("option", { name: "Editor" }).click();
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog.getByRole("listitem")).toContainText("Has not added it yet");
    await page.keyboard.press("Escape");
  });

  await test.step("it is in no list of hers, and read from where it stands", async () => {
    await visitor.goto("/workflows");
    await expect(visitor.getByRole("link", { name: "Noor's own", exact: true })).toBeVisible();
    await expect(visitor.getByText("Shared plan")).toHaveCount(0);
    await visitor.goto("/");
    await expect(shared).toContainText(`Shared by ${ADMINISTRATOR.username} · Editor`);
    await expect(visitor.getByText("Shared plan")).toHaveCount(1);
    expect(await visitor.evaluate(() => window.document.documentElement.scrollWidth)).toBe(390);
    await shared.getByRole("link", { name: "Shared plan" }).click();
    await expect(visitor.getByText("linh shared this workflow with you")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  });

  await test.step("she adds it there, and may run it", async () => {
    await visitor.setViewportSize({ width: 1440, height: 900 });
    await visitor.getByRole("button", { name: "Add to my list" }).click();
    await expect(visitor.getByText("linh shared this workflow with you")).toHaveCount(0);
    const editor = new Editor(visitor);
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await visitor.goto("/");
    const recent = visitor.getByRole("region", { name: "Recent workflows" });
    await expect(recent.getByRole("link", { name: "Shared plan", exact: true })).toBeVisible();
    await expect(shared).toHaveCount(0);
  });

  await test.step("a tool that is shared with everybody is hers once she adds it, until she removes it", async () => {
    await visitor.goto("/tools");
    await shared.getByRole("button", { name: "Add to my list: Shared gate" }).click();
    await expect(visitor.getByRole("button", { name: "Shared gate", exact: true })).toBeVisible();
    await shared.getByRole("button", { name: "Remove from my list: Shared gate" }).click();
    await expect(visitor.getByRole("button", { name: "Shared gate", exact: true })).toHaveCount(0);
    await visitor.goto(`/tools?tool=${tool.id}`);
    await expect(visitor.getByRole("dialog", { name: "Shared gate" })).toBeVisible();
  });

  await test.step("she leaves the workflow, which is gone then", async () => {
    await visitor.goto("/workflows");
    await visitor.getByRole("button", { name: "Actions for Shared plan" }).click();
    await visitor.getByRole("menuitem", { name: "Leave…" }).click();
    await visitor
      .getByRole("dialog", { name: "Leave “Shared plan”?" })
      .getByRole("button", { name: "Leave" })
      .click();
    await expect(visitor.getByText("Shared plan", { exact: true })).toHaveCount(0);
    await visitor.goto(`/workflows/${id}`);
    await expect(visitor.getByText("linh shared this workflow with you")).toHaveCount(0);
    await expect(visitor.getByRole("link", { name: /workflows/i }).first()).toBeVisible();
  });
});

test("an agent is shared, taken up, talked to, and lost", async ({ page, visitor, api, watch }) => {
  // What was taken away is not found any more.
  watch.allow(/status of 404/, /status of 403/, /WebSocket connection to/);
  await api.createAgent({ name: "Shared butler" });
  const noor = new Api(visitor.context().request);
  await noor.setUp(await api.invite("noor-of-agents"), { ...NOOR, username: "noor-of-agents" });
  const dialog = page.getByRole("dialog", { name: "Share “Shared butler”" });
  const message = visitor.getByRole("textbox", { name: "Message" });

  await test.step("the owner shares it from its page", async () => {
    await page.goto("/agents/shared-butler");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await dialog.getByRole("textbox", { name: "User name" }).fill("noor-of-agents");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog.getByRole("listitem")).toContainText("Has not added it yet");
  });

  await test.step("she reads it, and adds it", async () => {
    await visitor.goto("/agents");
    const shared = visitor.getByRole("region", { name: "Shared with me" });
    await expect(shared).toContainText(`Shared by ${ADMINISTRATOR.username} · Viewer`);
    await shared.getByRole("link", { name: "Shared butler" }).click();
    await expect(visitor.getByText("linh shared this agent with you")).toBeVisible();
    await expect(visitor.getByRole("textbox", { name: "System prompt" })).toBeDisabled();
    await expect(message).toHaveCount(0);
    await visitor.getByRole("button", { name: "Add to my list" }).click();
    await expect(visitor.getByText("linh shared this agent with you")).toHaveCount(0);
    await expect(visitor.getByRole("textbox", { name: "System prompt" })).toBeDisabled();
  });

  await test.step("she talks to it", async () => {
    await visitor.getByRole("link", { name: "Chat" }).click();
    await message.fill("What is on today?");
    await visitor.keyboard.press("Enter");
    await expect(visitor.getByRole("article")).toContainText("What is on today?");
    await expect(visitor.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
    await visitor.goto("/agents");
    await expect(visitor.getByText(`Shared by ${ADMINISTRATOR.username} · Viewer`)).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Shared butler", exact: true })).toBeVisible();
  });

  await test.step("the owner takes the right away, and it is gone", async () => {
    await dialog.getByRole("button", { name: "Remove noor-of-agents" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(0);
    await visitor.goto("/agents");
    await expect(visitor.getByText("No agents yet")).toBeVisible();
    await visitor.goto("/agents/shared-butler/chat");
    await expect(message).toHaveCount(0);
    await expect(visitor.getByRole("link", { name: /agents/i }).first()).toBeVisible();
  });
});
