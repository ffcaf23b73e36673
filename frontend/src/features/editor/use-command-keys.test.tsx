import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useCommandKeys } from "@/features/editor/use-command-keys";
import { documentOf, node } from "@/test/documents";
import { type FakeEditor, openTestEditor } from "@/test/editor";

function Page({ editor }: { editor: FakeEditor }) {
  useCommandKeys(editor);
  return (
    <>
      <input aria-label="Prompt" />
      <div role="dialog">
        <input aria-label="Name" />
        <button type="button">Add tool</button>
      </div>
      <div role="menu">
        <input aria-label="Search" />
      </div>
    </>
  );
}

const RUN_KEYS = ["{Control>}{Enter}{/Control}", "{Control>}{Shift>}{Enter}{/Shift}{/Control}"];

it("runs nothing behind an open dialog or menu", async () => {
  const editor = openTestEditor(documentOf([node("s", "start")], []));
  render(<Page editor={editor} />);
  for (const at of [
    screen.getByLabelText("Name"),
    screen.getByRole("button"),
    screen.getByLabelText("Search"),
  ]) {
    at.focus();
    for (const keys of [...RUN_KEYS, "{Control>}f{/Control}"]) await userEvent.keyboard(keys);
  }
  expect(editor.asked).toEqual([]);
  screen.getByLabelText("Prompt").focus();
  await userEvent.keyboard(RUN_KEYS[0] ?? "");
  expect(editor.asked).toEqual(["run"]);
});
