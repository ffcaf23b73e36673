/** Work with somebody else: a workflow is shared, talked about, and brought back to what it was. */

import { Api } from "../api";
import { chain, start, template } from "../documents";
import { Editor } from "../screens/editor";
import { expect, test } from "../story";
import { Actions } from "./actions";

const MEI = { username: "mei.of.the.task", password: "shuttle and loom 9" };

test("a workflow is shared, a comment written and a version restored", async ({ page, visitor, api }) => {
  await new Api(visitor.context().request).setUp(await api.invite(MEI.username), MEI);
  const document = chain(start(), template("greet", "Greet", "Hello"));
  const { id } = await api.createWorkflow({ name: "Shared task", document });
  await api.publish(id);
  await api.changeNode(id, "greet", { config: { template: "Goodbye" } });
  await page.goto("/workflows?search=Shared task");
  const actions = new Actions(page);

  await actions.click(page.getByRole("button", { name: "Actions for Shared task" }));
  await actions.click(page.getByRole("menuitem", { name: "Share…" }));
  const sharing = page.getByRole("dialog", { name: "Share “Shared task”" });
  await expect(sharing.getByRole("textbox", { name: "User name" })).toBeFocused();
  await actions.write(MEI.username);
  await actions.click(sharing.getByRole("button", { name: "Share", exact: true }));
  await expect(sharing.getByRole("listitem")).toContainText(MEI.username);
  await actions.press("Escape");

  await actions.click(page.getByRole("link", { name: "Shared task", exact: true }));
  const editor = new Editor(page);
  await editor.expectOpen("Shared task");
  await actions.click(editor.canvas.card("Greet"));
  await actions.press("Shift+C");
  await actions.write("Too short?");
  await actions.press("Control+Enter");
  await expect(page.getByRole("article").filter({ hasText: "Too short?" })).toBeVisible();

  await actions.click(page.getByRole("button", { name: "Versions" }));
  const versions = page.getByRole("dialog", { name: "Versions" });
  await actions.click(versions.getByRole("button", { name: /^Version 1/ }));
  await actions.click(versions.getByRole("button", { name: "Restore" }));
  const question = page.getByRole("dialog").filter({ hasText: "Replace the draft with version 1" }).last();
  await actions.click(question.getByRole("button", { name: "Restore" }));
  await expect(versions).toBeHidden();
  await editor.expectSaved();
  expect((await api.graph(id)).nodes.find(({ key }) => key === "greet")?.config.template).toBe("Hello");
  actions.report("share, comment, restore");
});
