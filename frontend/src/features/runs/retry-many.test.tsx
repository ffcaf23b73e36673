import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { RetryMany } from "./retry-many";

const failed = (id: string) => runOf({ id, status: "failed" });
const refuse = () => Promise.reject(new ApiError(422, "graph_invalid", "The graph cannot run."));

afterEach(() => {
  vi.restoreAllMocks();
});

it("runs each selected run again once, and lists what was refused and why", async () => {
  const asked = vi
    .spyOn(api.runs, "retry")
    .mockImplementation((id) => (id === "r2" ? refuse() : Promise.resolve(runOf({ id: `${id}-again` }))));
  const selected = ["r1", "r2", "r3", "r4"].map(failed);
  renderRoutes(
    [{ path: "/", element: <RetryMany filter={{}} selected={selected} onDone={() => {}} /> }],
    "/",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Run 4 again from the failed step" }));
  await screen.findByText("3 of 4 run again.");
  expect(screen.getByText("1 could not be run again")).toBeTruthy();
  expect(screen.getByText(/The graph cannot run/)).toBeTruthy();
  expect(asked.mock.calls.map(([id, key]) => [id, key]).sort()).toEqual(
    selected.map(({ id }) => [id, `failed-step:${id}`]),
  );
});

it("takes all failed runs of the filter, page by page and at most 500", async () => {
  const page = (from: number) => Array.from({ length: 300 }, (_, at) => failed(`r${from + at}`));
  const list = vi
    .spyOn(api.runs, "list")
    .mockResolvedValueOnce({ results: page(0), next: "/api/runs/?cursor=second", previous: null })
    .mockResolvedValueOnce({ results: page(300), next: "/api/runs/?cursor=third", previous: null });
  const retry = vi.spyOn(api.runs, "retry").mockImplementation((id) => Promise.resolve(runOf({ id })));
  const element = <RetryMany filter={{ workflow: "w1" }} selected={[]} onDone={() => {}} />;
  renderRoutes([{ path: "/", element }], "/");
  await userEvent.click(await screen.findByRole("button", { name: /Run all failed ones again/ }));
  await waitFor(() => expect(screen.getByText("500 of 500 run again.")).toBeTruthy());
  expect(retry).toHaveBeenCalledTimes(500);
  expect(list.mock.calls.map(([query]) => [query?.workflow, query?.status, query?.cursor])).toEqual([
    ["w1", "failed", null],
    ["w1", "failed", "second"],
  ]);
});
