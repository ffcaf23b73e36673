/** The fields of a form, edited in its preview. */

import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { changeLanguage, startI18n } from "@/i18n";
import { FieldsControl } from "./controls/fields-control";

beforeAll(() => startI18n("en"));

const NAME = { name: "name", type: "text", title: "Your name", required: true };
const COMING = { name: "coming", type: "boolean", title: "Coming" };

let latest: JsonObject[] = [];

function Form({ start, readOnly = false }: { start: JsonObject[]; readOnly?: boolean }) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <MantineProvider env="test">
      <FieldsControl
        value={value}
        onChange={(next) => setValue(next ?? [])}
        label="Fields"
        context={{ readOnly }}
        isAsked={(name) => name !== "source"}
      />
    </MantineProvider>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()));
const names = () => latest.map(({ name }) => name);

it("opens the settings of a field in its place, with the caret in its label", async () => {
  render(<Form start={[NAME, COMING]} />);
  await press("Edit “Your name”");
  const card = within(screen.getByRole("listitem", { name: "Field “Your name”" }));
  await expectFocus(() => card.getByRole("textbox", { name: "Label" }));
  await userEvent.type(card.getByRole("textbox", { name: "Help" }), "As on the card");
  await userEvent.click(card.getByRole("switch", { name: "Required" }));
  expect(latest[0]).toMatchObject({ name: "name", description: "As on the card", required: false });
  await press("Done");
  await expectFocus(() => screen.getByRole("button", { name: "Edit “Your name”" }));
});

it("names a new field after its label until it is closed", async () => {
  render(<Form start={[NAME]} />);
  await press("Add a field");
  await userEvent.keyboard("Name");
  expect(latest[1]).toMatchObject({ name: "name_2", title: "Name" });
  await press("Done");
  await press("Edit “Name”");
  await userEvent.keyboard("s");
  expect(latest[1]).toMatchObject({ name: "name_2", title: "Names" });
});

it("adds a field between others, and duplicates one", async () => {
  render(<Form start={[NAME, COMING]} />);
  await press("Add a field before “Coming”");
  expect(names()).toEqual(["name", "question_3", "coming"]);
  await press("Duplicate");
  expect(names()).toEqual(["name", "question_3", "question_2", "coming"]);
});

it.each([
  ["en", "Question 2", "question_2"],
  ["zh", "问题 2", "field"],
] as const)("gives a new field a label in the language of the editor, %s", async (language, title, name) => {
  await changeLanguage(language);
  render(<Form start={[NAME]} />);
  await userEvent.click(screen.getByRole("button", { name: language === "en" ? "Add a field" : "添加字段" }));
  expect(latest[1]).toMatchObject({ title, name });
  await changeLanguage("en");
});

it("shows a field without a label by its name in words", () => {
  render(<Form readOnly start={[{ name: "field_2", type: "text", title: "" }]} />);
  expect(screen.getByLabelText("Field 2")).toBeTruthy();
});

it("moves a field by keyboard, past one that is not asked for", async () => {
  render(<Form start={[NAME, { name: "source" }, COMING]} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  await press("Edit “Coming”");
  screen.getByRole("button", { name: "Move up" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(names()).toEqual(["coming", "name", "source"]);
  await expectFocus(() => screen.getByRole("button", { name: "Move down" }));
  await userEvent.keyboard("{Enter}");
  expect(names()).toEqual(["name", "coming", "source"]);
  await expectFocus(() => screen.getByRole("button", { name: "Move up" }));
});

it("deletes a field, and brings it back to its place", async () => {
  render(<Form start={[NAME, COMING]} />);
  await press("Edit “Your name”");
  await press("Delete");
  expect(names()).toEqual(["coming"]);
  await expectFocus(() => screen.getByRole("button", { name: "Undo" }));
  await userEvent.keyboard("{Enter}");
  expect(latest).toEqual([NAME, COMING]);
  await expectFocus(() => screen.getByRole("button", { name: "Edit “Your name”" }));
});

it("shows a field on a condition about one before it", async () => {
  render(<Form start={[NAME, COMING]} />);
  await press("Edit “Your name”");
  expect(screen.queryByRole("button", { name: "Add a condition" })).toBeNull();
  await press("Edit “Coming”");
  await press("Add a condition");
  expect(latest[1]?.showWhen).toEqual([{ field: "name", operator: "is", value: "" }]);
  await userEvent.type(screen.getByRole("textbox", { name: "Value" }), "Ann");
  expect(latest[1]?.showWhen).toEqual([{ field: "name", operator: "is", value: "Ann" }]);
  expect(screen.getByText("Shown when “Your name” is Ann")).toBeTruthy();
  await press("Remove this condition");
  expect(latest[1]?.showWhen).toEqual([]);
});

it("says which condition names a field that is gone", async () => {
  render(<Form start={[NAME, { ...COMING, showWhen: [{ field: "old", operator: "is", value: "x" }] }]} />);
  await press("Edit “Coming”");
  expect(screen.getByText("No field before this one has that name. Choose another.")).toBeTruthy();
});

const MET = { ...COMING, showWhen: [{ field: "name", operator: "is", value: "Ann" }] };

it("keeps conditions about a field that gets another name, past the name of a third", async () => {
  render(<Form start={[NAME, { name: "first", type: "text" }, MET]} />);
  await press("Edit “Your name”");
  const name = screen.getByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "firstname");
  expect(names()).toEqual(["firstname", "first", "coming"]);
  expect(latest[2]?.showWhen).toEqual([{ field: "firstname", operator: "is", value: "Ann" }]);
});

it("says whose condition names a field that was deleted", async () => {
  render(<Form start={[NAME, MET]} />);
  await press("Edit “Your name”");
  await press("Delete");
  expect(screen.getByRole("status").textContent).toContain(
    "“Your name” was deleted. The condition of Coming names it.",
  );
  await press("Undo");
  expect(latest).toEqual([NAME, MET]);
});

it("drags a field to another place by its grip, past one that is not asked for", async () => {
  render(<Form start={[NAME, { name: "source" }, COMING, { name: "age", type: "number" }]} />);
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.scrollIntoView = () => {};
  const rows = screen.getAllByRole("listitem");
  for (const [at, row] of rows.entries())
    row.getBoundingClientRect = () => new DOMRect(0, at * 100, 300, 100);
  const drag = (from: number, ys: number[], end: (grip: Element) => void) => {
    const grip = rows[from]?.querySelector("[data-grip]") as Element;
    fireEvent.pointerDown(grip, { pointerType: "touch", clientY: from * 100 + 10 });
    for (const clientY of ys) fireEvent.pointerMove(grip, { pointerType: "touch", clientY });
    end(grip);
  };
  drag(0, [120, 260], (grip) => {
    expect(rows.map((row) => row.dataset.drop)).toEqual([undefined, undefined, "after"]);
    fireEvent.pointerCancel(grip);
  });
  drag(0, [260, 20], (grip) => fireEvent.pointerUp(grip));
  expect(names()).toEqual(["name", "source", "coming", "age"]);
  drag(2, [160, 20], (grip) => fireEvent.pointerUp(grip));
  expect(names()).toEqual(["age", "name", "source", "coming"]);
  await expectFocus(() => screen.getByRole("button", { name: "Edit “Age”" }));
  drag(0, [170], (grip) => fireEvent.pointerUp(grip));
  expect(names()).toEqual(["name", "age", "source", "coming"]);
});

it("shows a default that is stored as a text", () => {
  render(<Form readOnly start={[{ name: "count", type: "number", title: "Count", default: "5" }]} />);
  expect(screen.getByLabelText("Count")).toHaveProperty("value", "5");
  expect(screen.queryByRole("button")).toBeNull();
});
