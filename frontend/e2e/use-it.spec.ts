/** The examples in "Use it from outside": each is copied from the screen, gets the real secret, and is executed. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import { copied } from "./copied";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const run = promisify(execFile);
const LIMIT = { timeout: 60_000 };

const EXECUTE: Readonly<Record<string, (program: string) => Promise<{ stdout: string }>>> = {
  curl: (program) => run("bash", ["-c", program.replace("curl ", "curl -sS --fail-with-body ")], LIMIT),
  Python: (program) => run("python3", ["-c", program], LIMIT),
  JavaScript: (program) => run("node", ["--input-type=module", "-e", program], LIMIT),
};

const WEBHOOKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  header: { value: "warp's-1" },
  bearer: { token: "weft-2" },
  basic: { username: "ann", password: "梭-3" },
};

test("every example runs as it is pasted", async ({ page, api }) => {
  const graph = chain(start("topic", "it's"), end({ topic: "{{ inputs.topic }}" }));
  const hooks = Object.keys(WEBHOOKS).map((sender, at) => ({
    key: `hook_${sender}`,
    name: `Hook ${sender}`,
    type: "webhook",
    config: { sender },
    position: { x: -400, y: at * 120 },
  }));
  const blank = chain(start()).nodes[0];
  if (!blank) throw new Error("a chain has its nodes");
  const document = { ...graph, nodes: [...graph.nodes, ...hooks.map((hook) => ({ ...blank, ...hook }))] };
  const { id } = await api.createWorkflow({ name: "Called from programs", document });
  for (const [sender, secrets] of Object.entries(WEBHOOKS))
    await api.setSecrets(id, `hook_${sender}`, secrets);
  await api.publish(id);
  await api.offerOverMcp(id);
  const tokens = { api: await api.createToken("api"), mcp: await api.createToken("mcp") };

  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Start").click();
  await editor.panel.of("Start").getByRole("button", { name: "Use it from outside" }).click();
  const dialog = page.getByRole("dialog", { name: "Use it from outside" });

  const tried = async (section: Locator, replace: (program: string) => string) => {
    for (const [language, execute] of Object.entries(EXECUTE)) {
      await section.getByText(language, { exact: true }).click();
      const program = replace(await copied(section.locator("pre + button")));
      expect(program).not.toContain("YOUR_");
      const before = await api.runCount(id);
      const { stdout } = await execute(program);
      expect(await api.runCount(id), `${program}\n${stdout}`).toBe(before + 1);
      await expect.poll(async () => (await api.lastRun(id)).output).toEqual({ topic: "topic" });
    }
  };

  for (const [sender, secrets] of Object.entries(WEBHOOKS))
    await test.step(`webhook: ${sender}`, async () => {
      const secret = secrets.value ?? secrets.token ?? secrets.password ?? "";
      await tried(dialog.getByRole("region", { name: `Hook ${sender}` }), (program) => {
        const shown = program.startsWith("curl") ? secret.replaceAll("'", `'\\''`) : secret;
        return program.replace("YOUR_USER", "ann").replace("YOUR_SECRET", shown);
      });
    });

  const viaApi = dialog.getByRole("region", { name: "API" });
  for (const which of ["Version 1", "Draft"])
    await test.step(`API: ${which}`, async () => {
      await viaApi.getByText(which, { exact: true }).click();
      await tried(viaApi, (program) => program.replace("YOUR_TOKEN", tokens.api));
    });

  await test.step("MCP", async () => {
    await tried(dialog.getByRole("region", { name: "MCP" }), (program) =>
      program.replace("YOUR_TOKEN", tokens.mcp),
    );
  });
});

test("the examples and the link of a chat page work as they are pasted", async ({ page, api, visitor }) => {
  const graph = chain(start("question"), end({ answer: "Asked: {{ inputs.question }}" }));
  const [blank] = graph.nodes;
  if (!blank) throw new Error("a chain has its nodes");
  const mapping = [{ name: "question", value: "{{ trigger.message }}" }];
  const chat = { ...blank, key: "desk", name: "Front desk", type: "chat_trigger", config: { mapping } };
  const document = { ...graph, nodes: [...graph.nodes, { ...chat, position: { x: -400, y: 0 } }] };
  const { id, slug } = await api.createWorkflow({ name: "Asked by programs", document });
  await api.publish(id);
  const token = await api.createToken("chat");
  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Start").click();
  await editor.panel.of("Start").getByRole("button", { name: "Use it from outside" }).click();
  const section = page.getByRole("dialog").getByRole("region", { name: "Front desk" });

  await test.step("OpenAI-compatible", async () => {
    const programs = section.getByRole("region", { name: "For programs (OpenAI-compatible)" });
    for (const [language, execute] of Object.entries(EXECUTE)) {
      await programs.getByText(language, { exact: true }).click();
      const program = await copied(programs.locator("pre + button"));
      const { stdout } = await execute(program.replace("YOUR_TOKEN", token));
      expect(JSON.parse(stdout), program).toMatchObject({
        model: `workflow:${slug}`,
        choices: [{ message: { content: "Asked: Hello" }, finish_reason: "stop" }],
      });
    }
  });

  await test.step("a link for people without an account, and its embed code", async () => {
    await section.getByRole("button", { name: "Create link" }).click();
    const made = section.getByRole("status");
    const code = await copied(made.locator("pre + button"));
    const link = (await made.locator("code").first().textContent()) ?? "";
    expect(code).toContain(`<iframe src="${link}"`);
    await visitor.goto(link);
    await visitor.getByRole("textbox", { name: "Message" }).fill("Open?");
    await visitor.getByRole("textbox", { name: "Message" }).press("Enter");
    await expect(visitor.getByText("Asked: Open?")).toBeVisible();
  });
});

test("the examples of an agent answer as they are pasted", async ({ page, api }) => {
  const { slug } = await api.createAgent({ name: "Greeter" });
  const token = await api.createToken("chat");
  await page.goto(`/agents/${slug}/chat`);
  await page.getByRole("button", { name: "Share" }).click();
  const section = page.getByRole("region", { name: "For programs (OpenAI-compatible)" });
  for (const [language, execute] of Object.entries(EXECUTE)) {
    await section.getByText(language, { exact: true }).click();
    const program = await copied(section.locator("pre + button"));
    const { stdout } = await execute(program.replace("YOUR_TOKEN", token));
    expect(JSON.parse(stdout).choices[0].message.content, program).not.toBe("");
  }
});
