import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { DataTable, TableImport, TablePreview } from "@/api/tables";
import { ImportModal } from "@/features/tables/import/import-modal";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const column = (key: string, name: string, type: "text" | "number") => ({ key, name, type, choices: [] });
const FOUND: TablePreview = {
  encoding: "utf-8",
  separator: "tab",
  sheet: "",
  sheets: [],
  has_header: true,
  columns: [
    column("name", "Name", "text"),
    column("email", "E-Mail", "text"),
    column("seats", "Seats", "number"),
  ],
  rows: [["Ann", "ann@example.com", "2"]],
  row_count: 1,
};
const TABLE: DataTable = {
  id: "t1",
  name: "Guests",
  description: "",
  columns: [column("name", "Name", "text"), column("mail", "e-mail", "text")],
  key_column: "",
  row_count: 0,
  owner: { id: 1, username: "linh" },
  shared: false,
  may_change: true,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
};
const DONE: TableImport = { table: "t9", stored: 1, skipped: 0, bad_cells: 0, problems: [] };

let asked: Asked[];
let found: TablePreview;
let done: TableImport;
const closed = vi.fn();
const made = vi.fn();

beforeEach(() => {
  found = FOUND;
  done = DONE;
  closed.mockReset();
  made.mockReset();
  asked = serve({
    "POST /api/tables/preview/": ({ body }) =>
      (body as { encoding?: string }).encoding === "utf-16"
        ? refuse({ status: 400, code: "invalid_input", detail: "It is not text in this encoding." })
        : found,
    "POST /api/tables/import/": () => done,
    "POST /api/tables/t1/import/": () => done,
  });
});

function open(table: DataTable | null, pasted?: string) {
  const element = <ImportModal table={table} pasted={pasted} onClose={closed} onNew={made} />;
  renderRoutes([{ path: "/", element }], "/");
}
const bodies = (path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => body as Record<string, string>);
const sentColumns = (path: string) =>
  JSON.parse(bodies(path)[0]?.columns ?? "[]") as ({ key: string; type: string } | null)[];
const choose = async (field: string, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: field }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

it("makes a table of pasted rows, with the types that a person has chosen", async () => {
  open(null);
  fireEvent.change(await screen.findByLabelText("Or paste rows"), { target: { value: "Name\tE-Mail" } });
  await userEvent.click(screen.getByRole("button", { name: "Show preview" }));
  expect(await screen.findByRole("cell", { name: "ann@example.com" })).toBeTruthy();
  expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  await choose("Type of Seats", "Text");
  await choose("E-Mail goes to", "Leave out");
  const name = screen.getByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Guests");
  await userEvent.click(screen.getByRole("button", { name: "Import 1 row" }));
  await waitFor(() => expect(made).toHaveBeenCalledWith("t9"));
  const sent = bodies("/api/tables/import/")[0];
  expect(sent).toMatchObject({ name: "Guests", has_header: "true", separator: "tab" });
  expect(sentColumns("/api/tables/import/").map((one) => one && [one.key, one.type])).toEqual([
    ["name", "text"],
    null,
    ["seats", "text"],
  ]);
});

it("sends the rows of a table to its columns, makes missing ones, and lists what did not fit", async () => {
  const problem = { row: 2, column: "Seats", value: "many", message: "Enter a number." };
  done = { ...DONE, table: "t1", bad_cells: 3, skipped: 1, problems: [problem] };
  open(TABLE, "Ann\tann@example.com\t2");
  await userEvent.click(await screen.findByRole("button", { name: "Import 1 row" }));
  const dialog = await screen.findByRole("dialog", { name: "Import finished" });
  expect(within(dialog).getByRole("cell", { name: "Enter a number." })).toBeTruthy();
  expect(dialog.textContent).toContain("3 values did not fit");
  expect(dialog.textContent).toContain("The first 1 of them");
  expect(sentColumns("/api/tables/t1/import/").map((one) => one?.key)).toEqual(["name", "mail", "seats"]);
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(closed).toHaveBeenCalled();
  expect(made).not.toHaveBeenCalled();
});

it("does not send two columns to one", async () => {
  open(TABLE, "x");
  await screen.findByRole("cell", { name: "Ann" });
  await choose("Seats goes to", "Name");
  expect(screen.getByRole("alert").textContent).toBe("Two columns go to Name. Change one of them.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 row" }).disabled).toBe(true);
});

it("makes no columns for a person who may not", async () => {
  open({ ...TABLE, may_change: false }, "x");
  await screen.findByRole("cell", { name: "Ann" });
  await userEvent.click(screen.getByRole("button", { name: "Import 1 row" }));
  await waitFor(() => expect(bodies("/api/tables/t1/import/")).toHaveLength(1));
  expect(sentColumns("/api/tables/t1/import/")).toEqual([TABLE.columns[0], TABLE.columns[1], null]);
});

it("reads a file again as a person says, also after it could not be read", async () => {
  found = { ...FOUND, row_count: null };
  open(null, "x");
  expect(await screen.findByRole("button", { name: "Import all rows" })).toBeTruthy();
  await choose("Encoding", "UTF-16");
  expect((await screen.findByRole("alert")).textContent).toContain("not text in this encoding");
  await choose("Encoding", "GB18030 (GBK)");
  await choose("Separator", "Semicolon");
  expect(await screen.findByRole("cell", { name: "Ann" })).toBeTruthy();
  await userEvent.click(screen.getByRole("switch", { name: "First row has the names" }));
  await waitFor(() =>
    expect(bodies("/api/tables/preview/").at(-1)).toMatchObject({
      encoding: "gb18030",
      separator: "semicolon",
      has_header: "false",
    }),
  );
});

it("offers the sheets of an Excel file", async () => {
  found = { ...FOUND, encoding: null, separator: null, sheet: "One", sheets: ["One", "Two"] };
  open(null, "x");
  await screen.findByRole("cell", { name: "Ann" });
  expect(screen.queryByRole("combobox", { name: "Encoding" })).toBeNull();
  await choose("Sheet", "Two");
  await waitFor(() => expect(bodies("/api/tables/preview/").at(-1)).toMatchObject({ sheet: "Two" }));
});
