/** Find and replace through all texts of a workflow. */

import { ai, chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a word is found in every text, replaced everywhere, and taken back in one step", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Words",
    document: chain(
      start("topic"),
      ai("draft", "Loom draft", { userPrompt: "Explain the loom to a child." }),
      template("words", "Words", "A loom: {{ nodes.draft.result }} {{ inputs.topic }}"),
      end({ answer: "{{ nodes.words.text }}" }),
    ),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const search = page.getByRole("search", { name: "Find in all texts" });
  const hits = search.getByRole("listitem").filter({ has: page.getByRole("button") });

  await test.step("Ctrl+F lists the hits, and a click leads to the field", async () => {
    await editor.canvas.press("Control+f");
    await expect(search.getByRole("textbox")).toBeFocused();
    await page.keyboard.type("loom");
    await expect(search.getByRole("status")).toHaveText("3 matches");
    await hits.filter({ hasText: "Explain the" }).getByRole("button").click();
    await expect(editor.panel.of("Loom draft")).toBeVisible();
    await expect(editor.panel.prompt).toBeFocused();
  });

  await test.step("whole words and capitals narrow it down", async () => {
    await search.getByRole("button", { name: "Match case" }).click();
    await expect(search.getByRole("status")).toHaveText("2 matches");
    await search.getByRole("button", { name: "Match case" }).click();
  });

  await test.step("Ctrl+H replaces all of them", async () => {
    await page.keyboard.press("Control+h");
    await search.getByRole("textbox", { name: "Replace with" }).fill("frame");
    await search.getByRole("button", { name: "Replace all" }).click();
    await expect(search.getByRole("status")).toHaveText("0 matches");
    await expect(editor.canvas.card("frame draft")).toBeVisible();
    await editor.expectSaved();
    const { nodes } = await api.graph(workflow.id);
    expect(nodes.find(({ key }) => key === "draft")?.config.userPrompt).toBe("Explain the frame to a child.");
    expect(nodes.find(({ key }) => key === "words")?.config.template).toBe(
      "A frame: {{ nodes.draft.result }} {{ inputs.topic }}",
    );
  });

  await test.step("Escape leads back to the canvas, and one undo takes all of it back", async () => {
    await search.getByRole("textbox", { name: "Replace with" }).focus();
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
    await page.keyboard.press("Control+z");
    await expect(editor.canvas.card("Loom draft")).toContainText("Explain the loom");
    await expect(editor.canvas.card("Words")).toContainText("A loom");
  });
});

test("an expression finds and replaces with its groups, and one that never ends freezes nothing", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Expressions",
    document: chain(
      start("topic"),
      template("dates", "Dates", `From 2026-01-31 to 2026-02-28. ${"a".repeat(40)}!`),
      end({ answer: "{{ nodes.dates.text }}" }),
    ),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const search = page.getByRole("search", { name: "Find in all texts" });
  const status = search.getByRole("status");
  await editor.canvas.press("Control+h");
  const query = search.getByRole("textbox", { name: "Find in names" });
  await query.fill("(\\d+)-(\\d+)-(\\d+)");
  await expect(status).toHaveText("0 matches");
  await search.getByRole("button", { name: "Regular expression" }).click();
  await expect(status).toHaveText("2 matches");
  await search.getByRole("textbox", { name: "Replace with" }).fill("$3.$2.$1");
  await search.getByRole("button", { name: "Replace all" }).click();
  await expect(status).toHaveText("0 matches");
  await editor.expectSaved();
  const { nodes } = await api.graph(workflow.id);
  expect(nodes.find(({ key }) => key === "dates")?.config.template).toContain(
    "From 31.01.2026 to 28.02.2026.",
  );

  await query.fill("(weft");
  await expect(status).toHaveText("A parenthesis is not closed, or a group is not valid.");
  await query.fill("(a+)+$");
  await expect(status).toHaveText("This expression takes too long. Make it simpler.");
  await query.fill("From");
  await expect(status).toHaveText("1 match");
});
