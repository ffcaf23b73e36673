import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { SentForm } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { SubmissionsPage } from "./submissions-page";

const PATH = "/api/workflows/w/triggers/form/submissions/";
const AT = "2026-03-10T12:00:00.000Z";
const ROW: SentForm = {
  id: "d1",
  status: "started",
  error: null,
  arrived_at: AT,
  person: "",
  values: { topic: "looms", tags: ["a"], again: false },
  runs: [{ id: "r1", status: "succeeded", nothing_ran: false, created_at: AT, started_at: AT }],
};

function open(rows: SentForm[]) {
  const asked = serve({
    "GET /api/workflows/w/triggers/": () => [],
    [`GET ${PATH}`]: () => ({ results: rows, next: null, previous: null }),
    [`GET ${PATH}columns/`]: () => [
      { name: "topic", title: "Topic" },
      { name: "tags", title: "" },
      { name: "again", title: "Again?" },
    ],
  });
  renderRoutes(
    [{ path: "/workflows/:id/forms/:node", element: <SubmissionsPage /> }],
    "/workflows/w/forms/form",
  );
  return asked;
}

it("shows what was sent under the titles of the fields, with its run", async () => {
  open([ROW]);
  expect(await screen.findByText("looms")).toBeTruthy();
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Sent", "Run", "Topic", "tags", "Again?"]);
  expect(screen.getByText("No")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Succeeded" }).getAttribute("href")).toBe("/runs/r1");
});

it("says why something started no run", async () => {
  const error = { code: "from_program", message: "A program sent this.", node_key: null };
  open([{ ...ROW, status: "rejected", runs: [], error }]);
  expect(await screen.findByText("A program sent this.")).toBeTruthy();
});

it("asks for what matches, and exports just that", async () => {
  const asked = open([ROW]);
  await userEvent.type(await screen.findByRole("searchbox"), "a&b");
  await waitFor(() => expect(asked.at(-1)?.query.get("search")).toBe("a&b"));
  await waitFor(() =>
    expect(screen.getByRole("link", { name: /Export/ }).getAttribute("href")).toBe(
      "/api/workflows/w/triggers/form/submissions.csv?search=a%26b",
    ),
  );
});

it("says that nothing was sent yet", async () => {
  open([]);
  expect(await screen.findByText("Nothing was sent yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Export/ })).toBeNull();
});
