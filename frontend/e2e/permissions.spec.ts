/** A forbidden tool is not offered to the model, not executed when requested anyway, and audited. */

import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { Api } from "./api";
import { ai, chain, end, heldTool, httpTool, start } from "./documents";
import { tabTo } from "./keyboard";
import { AdminPanel } from "./screens/admin";
import { AuditLog } from "./screens/audit";
import { Editor } from "./screens/editor";
import { Permissions } from "./screens/permissions";
import { SessionScreen } from "./screens/session";
import { Gate } from "./services/gate";
import { ModelService } from "./services/model-service";
import { ADMINISTRATOR, expect, test } from "./story";
import { expectAccessible } from "./visual/accessible";

const MEI = { username: "mei", password: "through the loom 4" };
const ROLE = "Interns";

test("a role that may not send HTTP requests", { tag: "@smoke" }, async ({ page, visitor, api }) => {
  const gate = await Gate.start();
  const service = await ModelService.start("openai");
  await api.createProvider({
    name: "House model",
    preset: "custom-openai",
    base_url: service.baseUrl,
    default_model: "house",
  });
  const admin = new AdminPanel(page);
  const permissions = new Permissions(page);

  await test.step("the administrator makes a role and a person, and denies the tool in the matrix", async () => {
    await admin.createRole(ROLE);
    await admin.createPerson(MEI, ROLE);
    await permissions.open();
    const cell = permissions.cell("HTTP request", ROLE);
    await permissions.expectEffect(cell, "Allow, inherited from Default");
    await permissions.setRule("HTTP request", ROLE, "Deny");
    await permissions.expectEffect(cell, "Deny");
  });

  await test.step("the cell explains who may not, and why", async () => {
    const dialog = await permissions.explain("HTTP request", ROLE);
    const answer = dialog.getByRole("listitem");
    await expect(answer).toHaveCount(1);
    await expect(answer).toContainText(`${MEI.username} · HTTP request`);
    await expect(answer).toContainText("Denied");
    await expect(answer).toContainText(`A rule denies “HTTP request” to role “${ROLE}” in any workflow.`);
    await expectAccessible(page);
  });

  await new SessionScreen(visitor).signIn(MEI);
  await expect(visitor.getByRole("heading", { name: "Home", exact: true })).toBeVisible();
  const mei = new Api(visitor.context().request);
  const tool = await mei.createTool(httpTool("Barred gate", gate.url));
  const workflow = await mei.createWorkflow({
    name: "Through the gate",
    document: chain(
      start(),
      ai("ask", "Ask", {
        tools: [heldTool(tool)],
        enabledTools: ["system:get_current_time"],
        onToolFailure: "tell_model",
      }),
      end({ answer: "{{ nodes.ask.result }}" }),
    ),
  });

  await test.step("she runs a workflow whose model calls the tool all the same", async () => {
    service.inTwoRounds(
      { toolCalls: [{ id: "call_gate", name: tool.function_name, arguments: "{}" }] },
      { content: "I was not let through." },
    );
    const editor = new Editor(visitor);
    await editor.open(workflow.id);
    await editor.canvas.select("Ask");
    await editor.panel.chooseModel("House model");
    await editor.expectSaved();
    await editor.panel.show("Output");
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await expect(editor.panel.root).toContainText("Barred gate is not offered to the model");
    await expect(editor.panel.root).toContainText("You are not allowed to use it. Ask an administrator.");
    const call = await editor.panel.toolCalls.open(tool.function_name);
    await expect(call).toContainText(/success:?\s*false/);
  });

  await test.step("the model was not offered it, and nothing was sent", async () => {
    const [first, second] = service.asked;
    const offered = first?.tools?.map((entry) => entry.function.name) ?? [];
    expect(offered).toHaveLength(1);
    expect(offered).not.toContain(tool.function_name);
    expect(first?.messages[0]?.content).not.toContain(tool.function_name);
    const refusal = second?.messages.find(({ role }) => role === "tool");
    expect(refusal?.tool_call_id).toBe("call_gate");
    expect(JSON.parse(String(refusal?.content))).toMatchObject({ success: false });
    expect(gate.calls).toBe(0);
  });

  await test.step("both are found in the audit log by tool, person and decision, with the reason", async () => {
    const log = new AuditLog(page);
    await log.open();
    await log.filter("Tool", "Barred gate");
    await log.filter("Person", MEI.username);
    await log.filter("Decision", "Not allowed");
    await expect(log.rows).toHaveCount(2);
    for (const row of await log.rows.all()) {
      await log.openEntry(row);
      await expect(row).toContainText(`A rule denies “HTTP request” to role “${ROLE}” in any workflow`);
      await expect(row).toContainText("Through the gate · mei");
    }
    await expectAccessible(page);
  });

  await test.step("they are checked against their chain, and exported", async () => {
    const log = new AuditLog(page);
    await log.check.click();
    await expect(page.getByText(/Unchanged: all [\d,]+ records match the chain/)).toBeVisible();
    const file = readFileSync(await (await log.export()).path(), "utf8");
    const lines = file.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(1)) expect(line).toMatch(/,mei,.*,deny,/);
  });

  await test.step("the run opens for whom the workflow is shared with, and Back leads to the same calls", async () => {
    const log = new AuditLog(page);
    await expect(log.rows.first()).toContainText("Deleted, or not visible to you");
    await mei.share(workflow.id, ADMINISTRATOR.username);
    await page.reload();
    await log.openEntry(log.rows.first());
    await log.rows.first().getByRole("link", { name: "Open run" }).click();
    await expect(page.getByRole("heading", { name: /Through the gate/ }).first()).toBeVisible();
    await page.goBack();
    await expect(log.rows).toHaveCount(2);
  });

  await test.step("the person beside her, without the role, is let through", async () => {
    const own = await api.createTool(httpTool("Gate", gate.url));
    const flow = await api.createWorkflow({
      name: "Open gate",
      document: chain(
        start(),
        ai("ask", "Ask", { tools: [heldTool(own)] }),
        end({ answer: "{{ nodes.ask.result }}" }),
      ),
    });
    const editor = new Editor(page);
    await editor.open(flow.id);
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    expect(gate.calls).toBe(1);
  });
  await service.stop();
  await gate.stop();
});

test("rules without a mouse, and for many tools at once", async ({ page }) => {
  const role = "Reviewers";
  await new AdminPanel(page).createRole(role);
  const permissions = new Permissions(page);
  const feishu = permissions.cell("Feishu notification", role);
  const dingtalk = permissions.cell("DingTalk notification", role);

  await test.step("the slash goes to the filter, an arrow from cell to cell", async () => {
    await permissions.open();
    await page.keyboard.press("/");
    await page.keyboard.type("notification-");
    await expect(permissions.filter).toHaveValue("notification-");
    await expect(permissions.cell("HTTP request", role)).toBeHidden();
    await feishu.focus();
    await page.keyboard.press("ArrowDown");
    await expect(feishu).not.toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(feishu).toBeFocused();
    await expectAccessible(page);
  });

  await test.step("Enter opens the effects of a cell, and the cell has the focus again", async () => {
    await page.keyboard.press("Enter");
    const deny = page.getByRole("menuitem", { name: "Deny", exact: true });
    await expect(deny).toBeVisible();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowDown");
    await expect(deny).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(deny).toBeHidden();
    await expect(feishu).toBeFocused();
    await permissions.expectEffect(feishu, "Deny, not saved");
    await expect(page.getByText("1 unsaved change", { exact: true })).toBeVisible();
  });

  await test.step("a change is undone before it is saved", async () => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await permissions.expectEffect(feishu, "Allow, inherited from Default");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  });

  await test.step("one effect for all tools that the filter shows, and no others", async () => {
    await page.getByRole("button", { name: `${role} · all tools shown`, exact: true }).click();
    await permissions.choose("Allow");
    await permissions.expectEffect(feishu, "Allow, not saved");
    await permissions.save();
    await permissions.expectEffect(dingtalk, "Allow");
    await permissions.filter.fill("");
    await permissions.expectEffect(permissions.cell("HTTP request", role), "Allow, inherited from Default");
  });
});

test("unsaved cells are there again after another page, until one signs out", async ({ page }) => {
  const role = "Proofreaders";
  await new AdminPanel(page).createRole(role);
  const permissions = new Permissions(page);
  await permissions.open();
  await permissions.cell("HTTP request", role).click();
  await permissions.choose("Deny");
  await page.getByRole("link", { name: "Permissions Unsaved changes", exact: true }).click();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await page.goBack();
  await permissions.expectEffect(permissions.cell("HTTP request", role), "Deny, not saved");
  await expect(page.getByText("1 unsaved change", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("link", { name: "Permissions", exact: true })).toBeVisible();
});

test("a rule is built as a sentence, and CEL is behind it", async ({ page, watch }) => {
  watch.allow(/status of 400/);
  // Of nobody: the calls of other stories are not asked about.
  const role = "Auditors";
  await new AdminPanel(page).createRole(role);
  const permissions = new Permissions(page);
  const rule = await permissions.ruleForm("Add rule");
  const sentence = page
    .getByRole("list", { name: "Rules" })
    .getByRole("button", { name: new RegExp(`^When anybody with the role “${role}”`) });

  await test.step("when somebody calls the tool with these arguments, then ask", async () => {
    await rule.choose("When somebody with this role", role);
    await rule.choose("calls this tool", "HTTP request");
    await rule.add.press("Enter");
    await expect(rule.argument()).toBeFocused();
    await page.keyboard.type("method");
    await rule.choose("Comparison", "is one of");
    await rule.value().fill("DELETE, PUT");
    await expectAccessible(page);
    await rule.advanced.click();
    await expect(rule.expression).toHaveValue('args.method in ["DELETE", "PUT"]');
  });

  await test.step("CEL that a sentence can express becomes one, other CEL stays", async () => {
    await rule.expression.fill("args.url == 'a' || args.url == 'b'");
    await rule.asSentence.click();
    await expect(rule.fault).toHaveText("No sentence can express this condition; it stays CEL.");
    await rule.expression.fill("args.url != 'https://api.example.com/'");
    await rule.asSentence.click();
    await expect(rule.argument()).toHaveValue("url");
    await expect(rule.comparison()).toHaveValue("is not");
  });

  await test.step("a missing part is named, and nothing is stored", async () => {
    await rule.value().fill("");
    await rule.save.click();
    await expect(rule.fault).toHaveText("Enter a value for “url”.");
    await rule.value().fill("https://api.example.com/");
  });

  await test.step("it is tried on past calls, stored, and opens as a sentence", async () => {
    await rule.tryOut.click();
    await expect(rule.outcome).toContainText(/would be decided differently|no past calls/);
    await rule.save.click();
    await expect(rule.dialog).toBeHidden();
    await expect(sentence).toContainText("url is not https://api.example.com/: ask a person first");
    await sentence.click();
    const stored = await permissions.ruleForm("Edit rule");
    await expect(stored.argument()).toHaveValue("url");
    await page.keyboard.press("Escape");
    await expect(stored.dialog).toBeHidden();
  });

  await test.step("it is switched off, and deleted", async () => {
    const row = page.getByRole("listitem").filter({ hasText: `role “${role}”` });
    await row.getByRole("switch").focus();
    await page.keyboard.press("Space");
    await expect(row.getByRole("switch")).not.toBeChecked();
    await row.getByRole("button", { name: /^Delete: / }).click();
    await page.getByRole("button", { name: "Delete rule", exact: true }).click();
    await expect(sentence).toBeHidden();
  });
});

test("a rule is made, changed, switched off and deleted by keys alone", async ({ page }) => {
  const role = "Archivists";
  await new AdminPanel(page).createRole(role);
  await page.goto("/settings/permissions?tab=rules");
  const rule = page.getByRole("button", { name: new RegExp(`^When anybody with the role “${role}”`) });
  const row = page.getByRole("listitem").filter({ has: rule });
  const press = async (control: Locator, key: "Enter" | "Space" = "Enter") => {
    await tabTo(page, control);
    await page.keyboard.press(key);
  };
  const form = (name: string) => {
    const dialog = page.getByRole("dialog", { name });
    const field = (label: string) => dialog.getByRole("combobox", { name: label, exact: true });
    return { dialog, field, save: dialog.getByRole("button", { name: "Save", exact: true }) };
  };

  await test.step("made", async () => {
    await press(page.getByRole("button", { name: "Add rule", exact: true }));
    const { dialog, field, save } = form("Add rule");
    await expect(field("calls this tool")).toBeFocused();
    await page.keyboard.type("HTTP request");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field("calls this tool")).toHaveValue("HTTP request");
    await tabTo(page, field("When somebody with this role"), "Shift+Tab");
    await page.keyboard.type(role);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await press(save);
    await expect(dialog).toBeHidden();
    await expect(rule).toContainText("ask a person first");
  });

  await test.step("changed", async () => {
    await press(rule);
    const { dialog, field, save } = form("Edit rule");
    await tabTo(page, field("then"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field("then")).toHaveValue("Deny");
    await press(save);
    await expect(dialog).toBeHidden();
    await expect(rule).not.toContainText("ask a person first");
    await expect(rule).toBeFocused();
  });

  await test.step("switched off, and deleted", async () => {
    const active = row.getByRole("switch");
    await press(active, "Space");
    await expect(active).not.toBeChecked();
    await expect(active).toBeEnabled();
    await press(row.getByRole("button", { name: /^Delete: / }));
    await press(page.getByRole("button", { name: "Delete rule", exact: true }));
    await expect(rule).toBeHidden();
  });
});

test("the heading of the administration stands apart, in line with the names below it", async ({ page }) => {
  await page.goto("/settings/people");
  const heading = page.getByRole("heading", { name: "Administration", level: 2 });
  await expect(heading).toBeVisible();
  const { above, inset } = await heading.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const before = element.previousElementSibling?.getBoundingClientRect();
    return { above: box.top - (before?.bottom ?? 0), inset: getComputedStyle(element).paddingLeft };
  });
  expect(above).toBeGreaterThanOrEqual(8);
  expect(inset).not.toBe("0px");
});
