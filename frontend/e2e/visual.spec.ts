/** Every screen at its widths, in both themes and both languages: whole, in place, and in one language. */

import type { Page } from "@playwright/test";
import { Api } from "./api";
import { chain, end, form, start, template, withForm } from "./documents";
import { Gate } from "./services/gate";
import { ADMINISTRATOR, expect, test } from "./story";
import { setAgentScene } from "./visual/agent-scene";
import { PROMPT, setScene, setTable, setTriggers, TOOL } from "./visual/fixtures";
import { look } from "./visual/look";
import { agentScreens, listScreens, lookAtEach, runScreens } from "./visual/screens";
import { EVERYDAY_VARIANTS, WIDE } from "./visual/variants";

// What other stories leave behind has English names.
test.use({ stage: "visual" });
test.describe.configure({ mode: "parallel" });
// A walk through all screens is as long as many stories.
test.slow();

test("twelve screens are whole in three variants", { tag: "@smoke" }, async ({ page, api }) => {
  const gate = await Gate.start();
  const scene = await setScene(api, gate);
  await gate.stop();
  const agents = await setAgentScene(api);
  await setTriggers(api);
  const screens = [...runScreens(scene), ...listScreens(await setTable(api)), ...agentScreens(agents)].filter(
    ({ isEveryday }) => isEveryday,
  );
  expect(screens).toHaveLength(12);
  await lookAtEach(page, screens, EVERYDAY_VARIANTS);
});

test("the editor is whole, and so are runs", async ({ page, api }) => {
  const gate = await Gate.start();
  const scene = await setScene(api, gate);

  await lookAtEach(page, runScreens(scene));

  gate.close();
  const { id: runId } = await api.startRun(scene.workflow, { 主题: "公交" });
  await test.step("the editor while it runs", async () => {
    await page.setViewportSize(WIDE);
    await page.goto(`/workflows/${scene.workflow}`);
    await expectState(page, "ask", "running");
    await page.locator(".react-flow__node[data-id=ask]").click();
    await expect(page.locator("[data-field=userPrompt]")).toContainText(PROMPT);
    await expect(page.getByRole("treegrid").getByRole("row")).not.toHaveCount(0);
    await look(page, "editor-run");
  });
  gate.open();
  await expectState(page, "end", "succeeded");

  await test.step("the tabs of a node", async () => {
    const tabs = page.locator("aside").getByRole("tab");
    await tabs.nth(1).click();
    await expect(page.getByRole("switch", { name: TOOL })).toBeVisible();
    await look(page, "tools-tab");
    await page.getByRole("button", { name: /^(Add tool|添加工具)$/ }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
    await look(page, "tools-picker");
    await page.keyboard.press("Escape");
    await tabs.nth(2).click();
    await expect(page.locator("aside .cm-content").first()).toBeVisible();
    await look(page, "debug-tab");
    await tabs.nth(3).click();
    await expect(page.locator("aside p").first()).toBeVisible();
    await look(page, "output-tab");
  });

  await test.step("a container, one of its passes opened", async () => {
    await page.setViewportSize(WIDE);
    await page.goto(`/workflows/${scene.list}`);
    const frame = page.locator(".react-flow__node[data-id=each]");
    await page.getByRole("button", { name: /^(Run|运行)$/ }).click();
    await expect(frame).toContainText("3 / 3");
    await frame.locator(".fl-passes button").first().click();
    await expect(frame).toContainText("2 / 3");
    await page.locator(".react-flow__node[data-id=greet]").click();
    await page.locator("aside").getByRole("tab").last().click();
    await expect(page.locator("aside")).toContainText("1 号，您好");
    await look(page, "container");
  });

  await test.step("the page of a run", async () => {
    await page.goto(`/runs/${runId}`);
    await expect(page.getByRole("treegrid").getByRole("row").nth(5)).toBeVisible();
    await expectState(page, "end", "succeeded");
    await look(page, "run");
  });
  await gate.stop();
});

test("every other screen is whole", async ({ page, api }) => {
  const gate = await Gate.start();
  const scene = await setScene(api, gate);
  await gate.stop();

  await setTriggers(api);
  await lookAtEach(page, listScreens(await setTable(api)));

  await test.step("the list, one of it selected, and the gallery", async () => {
    await page.setViewportSize(WIDE);
    await page.goto("/workflows");
    await page.getByRole("checkbox").first().focus();
    await page.keyboard.press("Space");
    await expect(page.getByRole("region", { name: /^(Selected workflows|已选工作流)$/ })).toBeVisible();
    await look(page, "list-chosen", {
      subject: page.getByRole("region", { name: /^(Selected workflows|已选工作流)$/ }),
    });
    await page.setViewportSize(WIDE);
    await page.goto("/workflows");
    await page.getByRole("button", { name: /^(New workflow|新建工作流)$/ }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
    await look(page, "gallery", { subject: page.getByRole("dialog") });
  });

  await test.step("an account of a service", async () => {
    await page.goto("/settings/credentials");
    await page.getByRole("button", { name: /^(Connect an account|连接账号)$/ }).click();
    await page.getByRole("dialog").getByRole("combobox").first().fill("GitL");
    await page.getByRole("option", { name: "GitLab" }).click();
    await look(page, "account", { subject: page.getByRole("dialog") });
  });

  await test.step("two runs side by side, a difference opened", async () => {
    const [one, other] = scene.runs;
    await page.goto(`/runs/${one}/compare?with=${other}`);
    await page.getByRole("row", { name: "问候" }).getByRole("button").click();
    await expect(page.getByRole("cell").getByRole("insertion").first()).toBeVisible();
    await look(page, "compare");
  });
});

test("agents, a talk with one, and what they know are whole", async ({ page, api }) => {
  const scene = await setAgentScene(api);
  const { agent, base, workflow } = scene;
  await lookAtEach(page, agentScreens(scene));

  await test.step("a talk", async () => {
    await page.goto(`/agents/${agent}/chat`);
    await page.getByRole("textbox").last().fill("现在几点？");
    await page.keyboard.press("Enter");
    await expect(page.locator("article strong").first()).toHaveText("三点");
    await look(page, "chat");
    await page.setViewportSize(WIDE);
    await page.getByRole("button", { name: /^(Share|分享)$/ }).click();
    const sharing = page.getByRole("dialog");
    await sharing.getByRole("button", { name: /^(Create link|创建链接)$/ }).click();
    await expect(sharing.getByRole("button", { name: /^(Revoke|撤销)/ })).toBeVisible();
    await look(page, "share", { subject: page.getByRole("dialog") });
    await page.keyboard.press("Escape");
  });

  await test.step("the page of a link", async () => {
    await page.goto(await api.shareAgent(agent));
    await expect(page.getByRole("button", { name: "现在几点？" })).toBeVisible();
    await look(page, "shared");
  });

  await test.step("what they know", async () => {
    await page.goto(`/knowledge/${base}`);
    await page.locator("input[type=file]").setInputFiles({
      name: "公交.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("# 公交\n\n十二路从火车站开往大学城，首班车六点。"),
    });
    await expect(page.getByText(/^(Ready|可检索)$/)).toBeVisible();
    await look(page, "knowledge-base");
  });

  await test.step("the cases of an evaluation", async () => {
    await page.goto(`/workflows/${workflow}/evaluations`);
    await page.getByRole("button", { name: /^(New table|新建用例表)$/ }).click();
    await expect(page.getByRole("dialog").getByRole("columnheader", { name: "主题" })).toBeVisible();
    await look(page, "cases", { subject: page.getByRole("dialog") });
  });
});

test("what starts runs is set up, and a public form is filled in", async ({ page, api, visitor }) => {
  const poll = { key: "poll", name: "新条目", type: "poll", config: {} };
  const bot = { key: "bot", name: "机器人消息", type: "bot_message", config: {} };
  const ask = form("ask", "追问", "去哪里？", "城市");
  const document = chain(
    start("主题"),
    template("greet", "问候", "**{{ inputs.主题 }}**，您好"),
    { ...ask, config: { ...ask.config, byVisitor: true } },
    end({ 消息: "{{ nodes.greet.text }}" }),
  );
  const { id } = await api.createWorkflow({
    name: "预约",
    document: withForm(document),
  });
  await api.publish(id);

  await test.step("triggers that look for themselves, and bots", async () => {
    for (const spec of [poll, bot]) {
      const { id: other } = await api.createWorkflow({ name: spec.name, document: chain(spec) });
      await page.setViewportSize(WIDE);
      await page.goto(`/workflows/${other}`);
      await page.locator(`.react-flow__node[data-id=${spec.key}]`).click();
      await expect(page.locator("aside [data-field]").first()).toBeVisible();
      await look(page, `trigger-${spec.key}`);
    }
  });

  await test.step("a form of several steps, with what is missing, and its result", async () => {
    await visitor.goto(await api.triggerAddress(id, "public"));
    const field = visitor.getByRole("textbox");
    const send = visitor.locator("button[type=submit]");
    await expect(field).toBeVisible();
    await look(visitor, "form");
    await field.fill("");
    await send.click();
    await expect(visitor.locator("[aria-invalid=true]")).toBeVisible();
    await look(visitor, "form-fault");
    await field.fill("公交");
    await send.click();
    await expect(visitor.getByRole("heading", { name: "去哪里？" })).toBeVisible();
    await look(visitor, "form-step");
    await visitor.getByRole("textbox").fill("里昂");
    await send.click();
    await expect(visitor.getByText("公交")).toBeVisible();
    await look(visitor, "form-result");
  });
});

test("comments and the inbox are whole", async ({ page, api, visitor }) => {
  const document = chain(start(), template("greeting", "问候", "您好"));
  const { id } = await api.createWorkflow({ name: "有评论的流程", document });
  const other = new Api(visitor.context().request);
  await other.setUp(await api.invite("小王"), { username: "小王", password: "shuttle and loom 7" });
  await api.addEditor(id, "小王", other);
  await api.comment(id, "greeting", "这句问候**够热情**吗？@小王", ["小王"]);
  await other.comment(id, "greeting", "可以再短一点：\n\n- 去掉敬语\n- 加上名字");
  await other.comment(id, "", "@linh 整体不错", [ADMINISTRATOR.username]);
  await page.goto(`/workflows/${id}?comments=greeting`);
  await expect(page.getByRole("article")).toHaveCount(2);
  await look(page, "comments");
  await page.getByRole("button", { name: /^(All comments|全部评论)$/ }).click();
  await look(page, "comment-threads");
  await page.setViewportSize(WIDE);
  await page.goto("/agents");
  await page.getByRole("button", { name: /^(Inbox|收件箱)/ }).click();
  await expect(page.getByText("整体不错")).toBeVisible();
  await look(page, "inbox", { subject: page.getByText("整体不错") });
});

async function expectState(page: Page, node: string, status: string): Promise<void> {
  await expect(page.locator(`[data-id=${node}] [data-status]`)).toHaveAttribute("data-status", status);
}
