/** From an empty canvas to an agent with a tool that has run once, with a model provider and without one. */

import type { Page } from "@playwright/test";
import type { ProviderPreset } from "../../src/api/types";
import type { Api } from "../api";
import { Editor } from "../screens/editor";
import { Gate } from "../services/gate";
import { ModelService } from "../services/model-service";
import { expect, test } from "../story";
import { Actions } from "./actions";

const KEY = "sk-story-actions-6a01f2c9d4";
const PROMPT = "Ask the gate what it has to answer.";

async function emptyCanvas(page: Page, api: Api): Promise<Editor> {
  page.setDefaultTimeout(30_000);
  // Those of other stories: a new node takes the first one.
  for (const { id, is_builtin } of await api.providers()) if (!is_builtin) await api.deleteProvider(id);
  const { id } = await api.createWorkflow({ name: "First agent" });
  await page.goto(`/workflows/${id}`);
  return new Editor(page);
}

async function addAgent(page: Page, actions: Actions, { canvas, panel }: Editor): Promise<void> {
  await actions.click(canvas.card("Start").getByRole("button", { name: /^Add/ }).first());
  await actions.click(page.getByRole("option", { name: /^AI / }));
  await expect(panel.prompt).toBeFocused();
  await actions.write(PROMPT);
}

async function addToolAndRun(page: Page, actions: Actions, { panel, runBar }: Editor, url: string) {
  await actions.click(panel.root.getByRole("button", { name: "Add tool" }));
  await actions.click(page.getByRole("option", { name: "HTTP request", exact: true }));
  const dialog = page.getByRole("dialog", { name: "New tool: HTTP request" });
  await expect(dialog.getByRole("textbox", { name: "URL" })).toBeFocused();
  await actions.write(url);
  await actions.click(dialog.getByRole("button", { name: "Add tool" }));
  await expect(dialog).toBeHidden();
  await actions.click(page.getByRole("button", { name: "Run", exact: true }).first());
  await runBar.expectStatus("Succeeded");
}

/** A service that asks for its first tool, and answers with what that has brought. */
async function modelService(): Promise<ModelService> {
  const service = await ModelService.start("openai", KEY);
  service.inTwoRounds(
    (request) => ({
      toolCalls: [{ id: "call_1", name: request.tools?.[0]?.function.name ?? "", arguments: "{}" }],
    }),
    { content: "It is through the gate." },
  );
  return service;
}

/** Leads the vendor's preset to the service, which a person would not have to do. */
async function servePreset(page: Page, service: ModelService): Promise<void> {
  await page.route("**/api/providers/presets/", async (route) => {
    const response = await route.fetch();
    const presets = (await response.json()) as ProviderPreset[];
    const led = presets.map((one) => (one.id === "openai" ? { ...one, base_url: service.baseUrl } : one));
    await route.fulfill({ response, json: led });
  });
}

test("an AI agent with one HTTP tool has run once, with a provider", async ({ page, api }) => {
  const openai = await modelService();
  const gate = await Gate.start();
  const editor = await emptyCanvas(page, api);
  const { id: provider } = await api.createProvider({
    preset: "openai",
    name: "House model",
    base_url: openai.baseUrl,
    api_key: KEY,
    default_model: "gpt-5.4-mini",
  });
  await page.reload();
  const actions = new Actions(page);
  await addAgent(page, actions, editor);
  await expect(
    editor.panel.root.getByRole("button", { name: "Model: House model · gpt-5.4-mini" }),
  ).toBeVisible();
  await addToolAndRun(page, actions, editor, gate.url);
  actions.report("agent with a tool");

  expect(gate.calls).toBe(1);
  expect(openai.asked.at(-1)?.messages.at(-1)?.content).toContain("through the gate");
  const graph = await api.graph(editor.workflowId);
  const agent = graph.nodes.find(({ type }) => type === "process");
  expect(agent?.config).toMatchObject({ provider, userPrompt: PROMPT });
  await gate.stop();
  await openai.stop();
});

test("an AI agent with one HTTP tool has run once, first provider and key included", async ({
  page,
  api,
}) => {
  const openai = await modelService();
  await servePreset(page, openai);
  const gate = await Gate.start();
  const editor = await emptyCanvas(page, api);
  const actions = new Actions(page);
  await addAgent(page, actions, editor);
  await actions.click(editor.panel.root.getByRole("button", { name: "Add model provider" }));
  const dialog = page.getByRole("dialog", { name: "Add provider" });
  await actions.click(dialog.getByRole("button", { name: /^OpenAI/ }).first());
  await expect(dialog.getByRole("textbox", { name: "API key" })).toBeFocused();
  await actions.write(KEY);
  await actions.press("Enter");
  await expect(dialog).toBeHidden();
  await addToolAndRun(page, actions, editor, gate.url);
  actions.report("agent with a tool, first provider");

  expect(gate.calls).toBe(1);
  const [provider] = (await api.providers()).filter(({ is_builtin }) => !is_builtin);
  expect(provider?.key_set).toBe(true);
  expect(openai.asked.at(-1)?.model).toBe(provider?.default_model);
  await gate.stop();
  await openai.stop();
});
