import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { DataRow, DataTable } from "@/api/tables";
import { TablePage } from "@/features/tables/table-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const TABLE: DataTable = {
  id: "t1",
  name: "People",
  description: "",
  columns: [
    { key: "name", name: "Name", type: "text", choices: [] },
    { key: "age", name: "Age", type: "number", choices: [] },
    { key: "member", name: "Member", type: "boolean", choices: [] },
  ],
  key_column: "name",
  row_count: 2,
  owner: { id: 1, username: "linh" },
  shared: false,
  may_change: true,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
};
const AT = { created_at: "2026-03-10T12:00:00.000Z", updated_at: "2026-03-10T12:00:00.000Z" };
const ROWS: DataRow[] = [
  { id: 1, ...AT, name: "Ann", age: 9, member: true },
  { id: 2, ...AT, name: "Ben", age: null, member: null },
];
const NAMELESS = { pointer: "/columns/2/name", code: "too_short", message: "Enter a name." };
let asked: Asked[];
let total: number;
const page = (offset: number) => ({
  rows: offset === 0 ? ROWS : [{ id: offset, ...AT, name: `Row ${offset}`, age: 1, member: null }],
  total,
  has_more: false,
});

beforeEach(() => {
  total = 2;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  asked = serve({
    "GET /api/tables/t1/": () => TABLE,
    "GET /api/tools/configs/": () => [],
    "GET /api/tables/t1/uses/": () => ({ tools: ["Guest list"], workflows: [] }),
    "GET /api/tables/t1/rows/": ({ query }) => page(Number(query.get("offset"))),
    "PATCH /api/tables/t1/rows/": ({ body }) => body,
    "POST /api/tables/t1/rows/": ({ body }) => ({
      rows: (body as { rows: object[] }).rows.map((cells, at) => ({ id: 10 + at, ...AT, ...cells })),
    }),
    "POST /api/tables/t1/rows/delete/": () => ({ count: 1 }),
    "PUT /api/tables/t1/columns/": ({ body }) => {
      const { columns, accept_loss } = body as { columns: { name: string }[]; accept_loss?: boolean };
      if (columns[2]?.name === "") return refuse({ status: 400, code: "invalid_input", errors: [NAMELESS] });
      if (accept_loss) return TABLE;
      const lost = { columns: [{ key: "age", name: "Age", count: 1, examples: ["9"] }] };
      return new Response(JSON.stringify({ code: "values_would_be_lost", ...lost }), { status: 409 });
    },
  });
  renderRoutes([{ path: "/tables/:id", element: <TablePage /> }], "/tables/t1");
});

const written = (method: string) => asked.filter((one) => one.method === method).map(({ body }) => body);
const grid = async () => {
  await screen.findByText("Ann");
  const found = screen.getByRole("grid", { name: "People" });
  found.focus();
  return found;
};

it("edits a cell with the keys and takes it back", async () => {
  await grid();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}42{Enter}");
  await waitFor(() => expect(written("PATCH")).toEqual([{ rows: [{ id: 2, cells: { age: "42" } }] }]));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(written("PATCH")[1]).toEqual({ rows: [{ id: 2, cells: { age: null } }] }));
});

it("leaves a cell as it was with Escape, and switches a yes or no at once", async () => {
  await grid();
  await userEvent.keyboard("x{Escape}");
  expect(written("PATCH")).toEqual([]);
  screen.getByRole("grid").focus();
  await userEvent.keyboard("{End}{Enter}");
  await waitFor(() => expect(written("PATCH")).toEqual([{ rows: [{ id: 1, cells: { member: "false" } }] }]));
});

it("pastes cells of a spreadsheet over rows and below them", async () => {
  const frame = await grid();
  await userEvent.keyboard("{ArrowDown}");
  fireEvent.paste(frame, { clipboardData: { getData: () => "Bob\t7\nEve\t8\n" } });
  await waitFor(() => expect(written("POST")).toEqual([{ rows: [{ name: "Eve", age: "8" }] }]));
  expect(written("PATCH")).toEqual([{ rows: [{ id: 2, cells: { name: "Bob", age: "7" } }] }]);
});

it("shows pasted rows that are wider than the table before anything is stored", async () => {
  const frame = await grid();
  fireEvent.paste(frame, { clipboardData: { getData: () => "Bob\t7\ttrue\tBonn\n" } });
  expect(await screen.findByRole("dialog", { name: "Import into People" })).toBeTruthy();
  expect(asked.at(-1)?.path).toBe("/api/tables/preview/");
  expect(asked.filter(({ method, path }) => method !== "GET" && path.endsWith("/rows/"))).toEqual([]);
});

it("copies what is selected", async () => {
  const frame = await grid();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowDown}{/Shift}");
  const setData = vi.fn();
  fireEvent.copy(frame, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", "Ann\t9\nBen\t");
});

it("asks before a column takes its values with it", async () => {
  await grid();
  await userEvent.click(screen.getByRole("button", { name: "Change column Age" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove column" }));
  expect(await screen.findByText(/Age, 1 value/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete the values" }));
  await waitFor(() => expect(written("PUT")[1]).toMatchObject({ accept_loss: true }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says at the field of a column what is wrong with it, and nowhere else", async () => {
  await grid();
  await userEvent.click(screen.getByRole("button", { name: "Change column Member" }));
  await userEvent.clear(await screen.findByLabelText("Name"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByText("Enter a name.")).closest(".mantine-InputWrapper-error")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("sorts by a column and asks the server for it", async () => {
  await grid();
  await userEvent.click(screen.getByRole("button", { name: "Age" }));
  await waitFor(() => expect(asked.at(-1)?.query.get("sort")).toBe("age"));
  expect(screen.getByRole("columnheader", { name: /Age/ }).getAttribute("aria-sort")).toBe("ascending");
});

it("deletes the rows that were marked, and gives them back", async () => {
  await grid();
  expect(await screen.findByText(/used by Guest list/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Select row 2" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete row" }));
  await userEvent.click((await screen.findAllByRole("button", { name: "Delete row" })).at(-1) as HTMLElement);
  await waitFor(() => expect(written("POST")).toEqual([{ ids: [2] }]));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(written("POST")[1]).toEqual({ rows: [{ name: "Ben", age: null, member: null }] }),
  );
});

it("stays where it was scrolled to while the rows there are fetched", async () => {
  total = 100_000;
  const frame = await grid();
  const body = frame.lastElementChild as HTMLElement;
  const height = body.style.height;
  frame.scrollTop = 34 * 80_000;
  fireEvent.scroll(frame);
  expect(body.style.height).toBe(height);
  expect(await screen.findByText("Row 80000")).toBeTruthy();
  expect(body.style.height).toBe(height);
});
