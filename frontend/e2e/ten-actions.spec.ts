/** From an empty canvas to an agent with a tool that has run once, counted as a person acts. */

import { Editor } from "./screens/editor";
import { Gate } from "./services/gate";
import { ModelService } from "./services/model-service";
import { test } from "./stand-ins";
import { expect } from "./story";
import { Actions } from "./tasks/actions";

const KEY = "sk-story-actions-6a01f2c9d4";

test("an AI agent with one HTTP tool has run once after at most ten actions", async ({ page, api }) => {
  test.setTimeout(90_000);
  const service = await ModelService.start("openai", KEY);
  const gate = await Gate.start();
  const provider = await api.createProvider({
    preset: "openai",
    name: "House model",
    base_url: service.baseUrl,
    api_key: KEY,
    default_model: "gpt-5.4-mini",
  });
  service.inTwoRounds(
    (request) => ({
      toolCalls: [{ id: "call_1", name: request.tools?.[0]?.function.name ?? "", arguments: "{}" }],
    }),
    { content: "It is through the gate." },
  );
  const workflow = await api.createWorkflow({ name: "Ten actions" });
  await page.goto(`/workflows/${workflow.id}`);
  const editor = new Editor(page);
  const { panel } = editor;
  page.setDefaultTimeout(15_000);

  const actions = new Actions();
  const act = (action: Promise<unknown>) => actions.act(action);

  await act(editor.canvas.card("Start").getByRole("button", { name: /^Add/ }).first().click());
  await act(page.getByRole("option", { name: /^AI / }).click());
  await expect(panel.prompt).toBeFocused();
  await expect(panel.root.getByRole("button", { name: "Model: House model · gpt-5.4-mini" })).toBeVisible();
  await act(page.keyboard.type("Ask the gate what it has to answer."));
  await act(panel.root.getByRole("tab", { name: "Tools", exact: true }).click());
  await act(panel.root.getByRole("button", { name: "Add tool" }).click());
  await act(page.getByRole("option", { name: /^HTTP request/ }).click());
  const dialog = page.getByRole("dialog", { name: "New tool: HTTP request" });
  await act(dialog.getByRole("textbox", { name: "URL" }).click());
  await act(page.keyboard.type(gate.url));
  await act(dialog.getByRole("button", { name: "Add tool" }).click());
  await expect(dialog).toBeHidden();
  await act(page.getByRole("button", { name: "Run", exact: true }).first().click());
  await editor.runBar.expectStatus("Succeeded");

  expect(actions.count).toBeLessThanOrEqual(10);
  expect(gate.calls).toBe(1);
  expect(service.asked.at(-1)?.messages.at(-1)?.content).toContain("through the gate");
  const graph = await api.graph(workflow.id);
  const agent = graph.nodes.find(({ type }) => type === "process");
  expect(agent?.config).toMatchObject({
    provider: provider.id,
    userPrompt: "Ask the gate what it has to answer.",
  });
  await service.stop();
  await gate.stop();
});
