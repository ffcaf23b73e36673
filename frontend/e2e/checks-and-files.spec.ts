/** A node that checks a text and nodes that make files of it, added and filled in as a person does. */

import { chain, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("personal data is masked, and the text becomes a file in an archive", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Checks and files", document: chain(start("mail")) });
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  await editor.open(id);
  const choose = async (name: string) => {
    await page.getByRole("combobox", { name: "Search nodes" }).fill(name);
    await page.keyboard.press("Enter");
    await expect(panel.of(name)).toBeVisible();
  };
  const addAt = async (card: string, plus: string, name: string) => {
    await canvas.select(card);
    await page.keyboard.press("Escape");
    await canvas.showEverything();
    await canvas.card(card).getByRole("button", { name: plus, includeHidden: true }).click();
    await choose(name);
  };
  const write = async (field: string, text: string) => {
    await panel.root.locator(`[data-field=${field}] .cm-content`).click();
    await page.keyboard.insertText(text);
  };

  await page.getByRole("button", { name: "Add first step" }).click();
  await choose("Guardrail");
  await write("content", "Call me: +86 138 0013 8000, {{ inputs.mail }}");
  await panel.choose("Personal data", "Mask");
  const pattern = panel.root.locator("[data-field=requiredPattern]");
  await pattern.getByRole("textbox").fill("[a-");
  await expect(pattern).toContainText("This regular expression cannot be used");
  await pattern.getByRole("textbox").fill("[a-z]");
  await expect(pattern).not.toContainText("cannot be used");

  await addAt("Guardrail", "Add a node at Passed", "Make file");
  await panel.choose("Format", "Word, from text");
  await write("content", "{{ nodes.guardrail.content }}");
  await write("name", "letter");

  await addAt("Make file", "Add a node after Make file", "Zip");
  await panel.choose("Operation", "Pack files into an archive");
  await write("files", "{{ nodes.make_file.file }}");
  await write("name", "letters");
  await editor.expectSaved();

  await panel.show("Output");
  const run = await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await expect(panel.root).toContainText("letters.zip");
  const { node_runs: nodes } = await api.run(run);
  const outputOf = (key: string) => nodes.find((node) => node.node_key === key)?.output;
  expect(outputOf("guardrail")).toMatchObject({ passed: true, content: "Call me: [phone], mail" });
  expect(outputOf("make_file")).toMatchObject({ file: { name: "letter.docx" } });
});
