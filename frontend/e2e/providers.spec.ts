/** The same flow on the services of two vendors: what they are asked, and what people see when they fail. */

import type { ChatCompletionRequest } from "@copilotkit/aimock";
import { ai, chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { ProvidersScreen } from "./screens/providers";
import { ModelService, type Wire } from "./services/model-service";
import { expect, test } from "./story";

const VENDORS = [
  { wire: "openai", preset: "OpenAI", custom: "custom-openai", model: "gpt-5.4-mini" },
  { wire: "anthropic", preset: "Anthropic", custom: "custom-anthropic", model: "claude-haiku-5-5" },
] as const satisfies readonly { wire: Wire; preset: string; custom: string; model: string }[];

const ANSWER = "Buses hum where engines roared.";

/** Calls every tool that it is offered, each with a topic. */
const callEverything = (request: ChatCompletionRequest) => ({
  toolCalls: (request.tools ?? []).map(({ function: { name, parameters } }, at) => ({
    id: `call_${at}`,
    name,
    arguments: JSON.stringify("topic" in propertiesOf(parameters) ? { topic: "buses" } : {}),
  })),
});

const propertiesOf = (schema: object | undefined): object =>
  (schema as { properties?: object } | undefined)?.properties ?? {};

for (const { wire, preset, model } of VENDORS) {
  test(`a workflow moves to ${preset}, with a key and another base URL`, async ({ page, api, product }) => {
    const key = `sk-story-${wire}-4f6c1a09d2`;
    const service = await ModelService.start(wire, key);
    const name = `${preset} of the story`;
    const workflow = await api.createWorkflow({ name: `On ${preset}`, template: "research-and-notify" });

    const providers = new ProvidersScreen(page);
    await test.step("a wrong key is named before anything is stored", async () => {
      service.always({ content: "Hello." });
      service.list(model);
      await providers.open();
      await providers.fill({ preset, name, baseUrl: service.baseUrl, key: `${key}-mistyped`, model });
      await expect(await providers.try()).toContainText(`${name} does not accept the API key.`);
      expect((await api.providers()).map((provider) => provider.name)).not.toContain(name);
    });

    await test.step("the right one lists the models, and is stored", async () => {
      await providers.type(key);
      await expect(await providers.try()).toContainText("one model available");
      await providers.create();
      await expect(providers.row(name)).toContainText("Key stored");
      await expect(await providers.test(name)).toContainText("Connected");
      expect(await page.content()).not.toContain(key);
    });

    const editor = new Editor(page);
    let runId = "";
    await test.step("switch the node to it and run", async () => {
      service.forget();
      service.inTwoRounds(callEverything, { content: ANSWER });
      await editor.open(workflow.id);
      await editor.canvas.select("Research");
      await editor.panel.chooseModel(name);
      await editor.expectSaved();
      await editor.panel.show("Output");
      runId = await editor.runBar.run();
      await editor.runBar.expectStatus("Succeeded");
      await expect(editor.panel.modelTexts).toHaveText([ANSWER]);
      await expect(editor.panel.toolCalls.head("Research questions")).toHaveAccessibleName(/^Succeeded/);
      await expect(editor.panel.toolCalls.head("Current time")).toHaveAccessibleName(/^Succeeded/);
    });

    await test.step("the service was asked the right things", async () => {
      const [first, second] = service.asked;
      expect(service.asked).toHaveLength(2);
      const functions = first?.tools?.map((tool) => tool.function) ?? [];
      expect(first).toMatchObject({ model, stream: true });
      expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
      expect(first?.messages[0]?.content).toContain("You are a careful researcher.");
      expect(first?.messages[1]?.content).toBe(
        "Write five sentences about electric buses in cities for colleagues.",
      );
      expect(functions).toHaveLength(2);
      for (const { name: called, description } of functions) {
        expect(first?.messages[0]?.content).toContain(`- ${called}: ${description}`);
      }
      expect(functions.map(({ parameters }) => Object.keys(propertiesOf(parameters)))).toEqual(
        expect.arrayContaining([["topic"]]),
      );

      const results = second?.messages.filter(({ role }) => role === "tool") ?? [];
      const called = second?.messages.find(({ role }) => role === "assistant")?.tool_calls ?? [];
      expect(results.map(({ tool_call_id: id }) => id)).toEqual(called.map(({ id }) => id));
      expect(results).toHaveLength(2);
      for (const { content } of results) {
        expect(JSON.parse(String(content))).toMatchObject({ success: true, operationType: "query" });
      }
      expect(JSON.stringify(results)).toContain("What is it, in one sentence?");
    });

    await test.step("the key is nowhere to be seen", async () => {
      const seen = [
        await page.content(),
        JSON.stringify(await api.events(runId)),
        JSON.stringify(await api.run(runId)),
        JSON.stringify(await api.exported(workflow.id)),
        product.output,
      ];
      for (const text of seen) expect(text).not.toContain(key);
    });
    await service.stop();
  });
}

const FAULTS = [
  { fault: "refuses the key", status: 401, sentence: "does not accept the API key." },
  { fault: "has had enough", status: 429, sentence: "received too many requests." },
  { fault: "fails", status: 500, sentence: "failed with status 500." },
  { fault: "breaks its stream", status: null, sentence: "stopped in the middle of its answer." },
];

for (const { wire, preset, custom, model } of VENDORS) {
  test(`a service like ${preset} that fails is told at the node, and the server goes on`, async ({
    page,
    api,
  }) => {
    const service = await ModelService.start(wire);
    const name = `Unsteady ${preset}`;
    const provider = await api.createProvider({
      name,
      preset: custom,
      base_url: service.baseUrl,
      api_key: "sk-any",
      default_model: model,
    });
    const workflow = await api.createWorkflow({
      name: `Faults of ${preset}`,
      document: chain(
        start(),
        ai("ask", "Ask", { provider: provider.id, userPrompt: "Are you there?" }),
        end({ answer: "{{ nodes.ask.result }}" }),
      ),
    });
    const editor = new Editor(page);
    await editor.open(workflow.id);
    await editor.canvas.select("Ask");
    await editor.panel.show("Output");

    for (const { fault, status, sentence } of FAULTS) {
      await test.step(`it ${fault}`, async () => {
        // A wait of more than two minutes is not waited for: the refusal is told at once.
        if (status !== null) service.always({ error: { message: "Not now." }, status, retryAfter: 180 });
        else service.always({ content: ANSWER }, { chunkSize: 4, latency: 50, truncateAfterChunks: 5 });
        await editor.runBar.run();
        await expect(editor.panel.root.getByRole("alert")).toContainText(`${name} ${sentence}`);
        await editor.runBar.expectStatus("Failed");
        await editor.canvas.expectStatus("Ask", "failed");
        await editor.canvas.expectNoStatus("End");
        await editor.runBar.clear();
      });
    }

    await test.step("it is well again", async () => {
      service.always({ content: ANSWER });
      await editor.runBar.run();
      await editor.runBar.expectStatus("Succeeded");
      await expect(editor.panel.modelTexts).toHaveText([ANSWER]);
      expect((await page.request.get("/api/health/")).ok()).toBe(true);
    });
    await service.stop();
  });
}
