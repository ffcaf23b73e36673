import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Json } from "@/api/types";
import { FilesAddress } from "@/components/files-address";
import { renderRoutes } from "@/test/render";
import { ValueFields } from "./value-fields";
import { ValueView } from "./value-view";

const listOf = (length: number, item: Json): Json[] => Array.from({ length }, () => item);
const show = (value: Json) =>
  renderRoutes([{ path: "/", element: <ValueView value={value} openLevels={4} /> }], "/").container;
const column = (at: number) =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[at]?.textContent);

it("opens as many levels as asked for where little is in them", () => {
  show({ a: { b: [{ c: "deep" }] } });
  expect(screen.getByText("deep")).toBeDefined();
});

it("leaves folded what would be too much to draw, until it is opened", async () => {
  const container = show(listOf(90, listOf(90, listOf(90, 1))));
  const lines = () => container.querySelectorAll("button, span").length;
  expect(lines()).toBeLessThan(1000);
  await userEvent.click(screen.getAllByRole("button", { expanded: false })[0] as HTMLElement);
  expect(screen.getAllByRole("button", { expanded: true })).toHaveLength(2);
});

it("shows a list of objects as a table that is sorted by its columns", async () => {
  show([
    { name: "b", size: 2 },
    { name: "a", size: 10 },
    { size: 1, name: null },
  ]);
  expect(column(1)).toEqual(["b", "a", "null"]);
  await userEvent.click(screen.getByRole("button", { name: "name" }));
  expect(column(1)).toEqual(["a", "b", "null"]);
  await userEvent.click(screen.getByRole("button", { name: "size" }));
  await userEvent.click(screen.getByRole("button", { name: "size" }));
  expect(column(2)).toEqual(["10", "2", "1"]);
  await userEvent.click(screen.getByRole("button", { name: "size" }));
  expect(column(2)).toEqual(["2", "10", "1"]);
});

it("shows a long table page by page", async () => {
  show(Array.from({ length: 120 }, (_, id) => ({ id })));
  expect(column(1)).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Next rows" }));
  expect(column(1)[0]).toBe("50");
  expect(screen.getByText("Rows 51–100 of 120")).toBeDefined();
});

it("renders Markdown, with its source one click away", async () => {
  show("# Tea\n\nIt is **green**.");
  expect((await screen.findByText("green")).tagName).toBe("STRONG");
  await userEvent.click(screen.getByRole("button", { name: "Show source" }));
  expect(screen.getByText(/# Tea/)).toBeDefined();
});

it("shows pictures and files that are here or in the value, and fetches nothing from elsewhere", () => {
  const address = "/api/tools/files/0199aaaa-0000-7000-8000-000000000001/";
  const container = show([
    { name: "tea.png", address, content_type: "image/png", size: 2_048 },
    { name: "tea.svg", address, content_type: "image/svg+xml", size: 10 },
    { name: "dot.gif", media_type: "image/gif", data: "R0lGODlhAQABAAAAACw=" },
  ]);
  const sources = [...container.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  expect(sources).toEqual([address, "data:image/gif;base64,R0lGODlhAQABAAAAACw="]);
  expect(screen.getByRole("link", { name: "Download tea.svg" })).toBeDefined();
});

it.each([
  ["report.pdf", "application/pdf", "PDF"],
  ["report.pdf", "text/plain", "TXT"],
  ["report.pdf", "application/octet-stream", "application/octet-stream"],
  ["photo.png", "image/jpeg", "JPG"],
  ["photo.jpeg", "image/jpeg", "JPEG"],
  ["notes.txt", "application/pdf", "PDF"],
  ["letter.docx", "application/zip", "ZIP"],
  ["book.epub", "application/zip", "EPUB"],
  ["main.py", "text/plain", "PY"],
  ["README", "text/plain", "TXT"],
])("says of %s, which is %s, that it is %s", (name, type, kind) => {
  const address = "/api/files/0199aaaa-0000-7000-8000-000000000001/";
  const caption = show({ name, address, type, size: 2 }).querySelector("figcaption");
  expect(caption?.textContent).toContain(`${kind} · 2`);
});

it("takes files from where the reader may have them", () => {
  const id = "0199aaaa-0000-7000-8000-000000000001";
  const value = { name: "a.png", address: `/api/files/${id}/`, type: "image/png", size: 2 };
  const there = (
    <FilesAddress value="/api/forms/t/submissions/k/files/">{<ValueView value={value} />}</FilesAddress>
  );
  const { container } = renderRoutes([{ path: "/", element: there }], "/");
  const addresses = [...container.querySelectorAll("figure a, figure img")].map(
    (one) => one.getAttribute("href") ?? one.getAttribute("src"),
  );
  expect(new Set(addresses)).toEqual(new Set([`/api/forms/t/submissions/k/files/${id}/`]));
});

it.each([
  [{ name: "x.png", address: "https://evil.example/x.png", content_type: "image/png" }],
  ["![x](https://evil.example/x.png) and <img src=https://evil.example/x.png onerror=alert(1)>"],
  [{ name: "x", address: "javascript:alert(1)", content_type: "image/png", size: 1 }],
])("is not led astray by %j", async (value) => {
  const container = show(value);
  await vi.waitFor(() => expect(container.textContent).toContain("x"));
  expect(container.querySelector("img, script, [href^=javascript]")).toBeNull();
});

it.each([
  ["The hall opens on Sunday.", true],
  ['{"hall": 3}', false],
  [3, false],
])("shows %j as a text that is read: %s", (value, isRead) => {
  expect(show(value).querySelector("[data-prose]") !== null).toBe(isRead);
});

it("names marks that would turn a text around", () => {
  expect(show({ to: "bob \u202eeve\u202c" }).textContent).toContain("bob ⟨U+202E⟩eve⟨U+202C⟩");
});

it("shows the beginning of a text of 5 MB and says so", async () => {
  const container = show({ text: "x".repeat(5_000_000) });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(container.textContent?.length).toBeLessThan(40_000);
  expect(screen.getByRole("note").textContent).toContain("20,000 of 5,000,000");
});

it("copies the whole value when asked to", async () => {
  const value = { a: [1, 2] };
  renderRoutes([{ path: "/", element: <ValueFields value={value} /> }], "/");
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  fireEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(written).toHaveBeenCalledWith(JSON.stringify([1, 2], null, 2));
});
