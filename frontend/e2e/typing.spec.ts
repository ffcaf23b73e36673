/** What is typed into a field is what is stored, at any speed, in every field there is. */

import type { EdgeDoc, JsonObject, NodeDoc } from "../src/api/types";
import { chain, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { textsIn, typedFields } from "./typed-fields";

const SENTENCE = "On {{ inputs.topic }} now";
const COLUMN = 336;
const ROW = 220;
const WIDTH = 8;

test("a reference is stored as it was typed, in every field of every node", async ({ page, api }) => {
  const types = (await api.nodeTypes()).filter(({ role }) => role !== "start");
  const variants = types.flatMap((type) =>
    typedFields(type.config_schema, type.default_config).map((variant, at) => ({
      ...variant,
      key: `${type.id}_${at}`,
      type,
    })),
  );
  expect(variants.length, "ways of showing fields").toBeGreaterThan(20);
  const nodes = [start("topic"), ...variants].map(
    (spec, at): NodeDoc => ({
      key: spec.key,
      name: spec.key,
      type: typeof spec.type === "string" ? spec.type : spec.type.id,
      type_version: 1,
      config: spec.config,
      position: { x: (at % WIDTH) * COLUMN, y: Math.floor(at / WIDTH) * ROW },
      parent: null,
      bypass: false,
      pinned_output: null,
    }),
  );
  const edges = variants
    .filter(({ type }) => type.inputs.length > 0)
    .map(
      ({ key }): EdgeDoc => ({
        id: `start-${key}`,
        source: "start",
        source_port: "out",
        target: key,
        target_port: "in",
      }),
    );
  const workflow = await api.createWorkflow({ name: "Every field", document: { nodes, edges } });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const typed = new Map<string, number>();
  for (const { key, fields } of variants) {
    await editor.panel.open(key);
    let count = 0;
    for (const { name, before, after } of fields) {
      for (const field of await editor.panel.editors(name)) {
        if (before !== "") await field.press("Control+a");
        if (before !== "") await field.press("Delete");
        await field.focus();
        // No key waits for the one before it to be drawn.
        await Promise.all([...before, ...SENTENCE, ...after].map((sign) => page.keyboard.press(sign)));
        count += 1;
      }
    }
    typed.set(key, count);
  }
  await editor.expectSaved();
  const graph = await api.graph(workflow.id);
  const stored = graph.nodes.filter(({ key }) => typed.has(key));
  const wrong = stored.flatMap(({ key, config }) => {
    const texts = textsIn(config);
    const right = texts.filter((text) => text === SENTENCE).length;
    return right === typed.get(key) ? [] : [{ key, typed: typed.get(key), texts }];
  });
  expect(wrong, "fields that hold something else").toEqual([]);
});

/** One field of each kind: a line and a text of a template, an expression, a row, code, and JSON. */
const KINDS = [
  ["template", "template", "", ""],
  ["http_request", "url", "", ""],
  ["condition", "expression", "", ""],
  ["set", "assignments", "", ""],
  ["code", "code", "", ""],
  ["process", "offlineScript", '[{"text": "', '"}]'],
] as const;

for (const delay of [50, 150]) {
  test(`the same at ${delay} ms a key, in a field of each kind`, async ({ page, api }) => {
    const configs: Record<string, JsonObject> = {
      condition: { mode: "expression" },
      process: { provider: "offline" },
      set: { assignments: [{ name: "a", value: "" }] },
    };
    const specs = KINDS.map(([type]) => ({
      key: type,
      name: type,
      type,
      config: configs[type] ?? {},
      out: type === "condition" ? "true" : "out",
    }));
    const workflow = await api.createWorkflow({
      name: "Slowly",
      document: chain(start("topic"), ...specs),
    });
    const editor = new Editor(page);
    await editor.open(workflow.id);
    for (const [type, name, before, after] of KINDS) {
      await editor.panel.open(type);
      const [field] = await editor.panel.editors(name);
      if (type === "process") await field?.fill("");
      await field?.pressSequentially(`${before}${SENTENCE}${after}`, { delay });
    }
    await editor.expectSaved();
    const { nodes } = await api.graph(workflow.id);
    for (const [type, name] of KINDS) {
      const node = nodes.find(({ key }) => key === type);
      expect(textsIn(node?.config[name]), type).toContain(SENTENCE);
    }
  });
}

test("what is typed narrows the list, and what is chosen uses the braces that are there", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Completion",
    document: chain(
      start("topic", "tone"),
      { key: "words", name: "words", type: "template", config: {} },
      { key: "if", name: "if", type: "condition", config: { mode: "expression" } },
    ),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const options = page.getByRole("option");
  const stored = async (key: string, field: string) => {
    await editor.expectSaved();
    return (await api.graph(workflow.id)).nodes.find((node) => node.key === key)?.config[field];
  };

  await editor.panel.open("words");
  const [text] = await editor.panel.editors("template");
  if (!text) throw new Error("no editor");
  await text.pressSequentially("On {{ }} now");
  for (let key = 0; key < " }} now".length; key += 1) await text.press("ArrowLeft");
  await text.pressSequentially(" to");
  await expect(options).toHaveText([/topic/, /tone/]);
  await text.pressSequentially("p");
  await expect(options).toHaveText([/topic/]);
  await text.press("Tab");
  await expect(text).toHaveText("On topic now");
  expect(await stored("words", "template")).toBe("On {{ inputs.topic }} now");

  await test.step("a chip is one unit for arrows, backspace and undo", async () => {
    await text.press("ArrowLeft");
    await text.pressSequentially("!");
    await text.press("End");
    for (let key = 0; key < " now".length; key += 1) await text.press("ArrowLeft");
    await text.press("Backspace");
    expect(await stored("words", "template")).toBe("On ! now");
    await text.press("Control+z");
    expect(await stored("words", "template")).toBe("On !{{ inputs.topic }} now");
  });

  await test.step("Escape closes the list and leaves the field as it is", async () => {
    await text.press("End");
    await text.pressSequentially(" {{ to");
    await expect(options).not.toHaveCount(0);
    await text.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(text).toBeFocused();
    await text.pressSequentially("ne }}");
  });

  await test.step("Chinese is composed inside of a reference", async () => {
    await text.press("Control+a");
    await text.press("Delete");
    const session = await page.context().newCDPSession(page);
    await text.pressSequentially("{{ inputs.");
    for (const composed of ["z", "zhu", "zhuti"])
      await session.send("Input.imeSetComposition", {
        text: composed,
        selectionStart: composed.length,
        selectionEnd: composed.length,
      });
    await session.send("Input.insertText", { text: "主题" });
    await text.pressSequentially(" }}。");
    expect(await stored("words", "template")).toBe("{{ inputs.主题 }}。");
  });

  await test.step("an expression gets a reference without braces", async () => {
    await editor.panel.open("if");
    const [expression] = await editor.panel.editors("expression");
    if (!expression) throw new Error("no editor");
    await expression.pressSequentially("size(top");
    await expect(options).toHaveText([/topic/]);
    await expression.press("Enter");
    await expression.pressSequentially(") > 3");
    expect(await stored("if", "expression")).toBe("size(inputs.topic) > 3");
  });
});
