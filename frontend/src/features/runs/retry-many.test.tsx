import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { http } from "@/api/http";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { RetryMany } from "./retry-many";

type Retried = { params: { path: { run_id: string }; header: { "Idempotency-Key": string } } };

const failed = (id: string) => runOf({ id, status: "failed" });
const response = new Response();
const refuse = () => Promise.reject(new ApiError(422, "graph_invalid", "The graph cannot run."));

/** The answer of a call of either kind. */
const answerOf = (data: object) => ({ data, response }) as never;

afterEach(() => {
  vi.restoreAllMocks();
});

it("runs each selected run again once, and lists what was refused and why", async () => {
  const asked: string[][] = [];
  vi.spyOn(http, "POST").mockImplementation(async (path, ...[init]) => {
    const { params } = init as unknown as Retried;
    expect(path).toBe("/api/runs/{run_id}/retry/");
    const id = params.path.run_id;
    asked.push([id, params.header["Idempotency-Key"]]);
    return id === "r2" ? refuse() : answerOf(runOf({ id: `${id}-again` }));
  });
  const selected = ["r1", "r2", "r3", "r4"].map(failed);
  renderRoutes(
    [{ path: "/", element: <RetryMany filter={{}} selected={selected} onDone={() => {}} /> }],
    "/",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Run 4 again from the failed step" }));
  await screen.findByText("3 of 4 run again.");
  expect(screen.getByText("1 could not be run again")).toBeTruthy();
  expect(screen.getByText(/The graph cannot run/)).toBeTruthy();
  expect(asked.sort()).toEqual(selected.map(({ id }) => [id, `failed-step:${id}`]));
});

it("takes all failed runs of the filter, page by page and at most 500", async () => {
  const page = (from: number) => Array.from({ length: 300 }, (_, at) => failed(`r${from + at}`));
  const list = vi
    .spyOn(http, "GET")
    .mockResolvedValueOnce(answerOf({ results: page(0), next: "/api/runs/?cursor=second" }))
    .mockResolvedValueOnce(answerOf({ results: page(300), next: "/api/runs/?cursor=third" }));
  const retry = vi.spyOn(http, "POST").mockImplementation(async () => answerOf(runOf({})));
  const element = <RetryMany filter={{ workflow: "w1" }} selected={[]} onDone={() => {}} />;
  renderRoutes([{ path: "/", element }], "/");
  await userEvent.click(await screen.findByRole("button", { name: /Run all failed ones again/ }));
  await waitFor(() => expect(screen.getByText("500 of 500 run again.")).toBeTruthy());
  expect(retry).toHaveBeenCalledTimes(500);
  expect(list.mock.calls).toMatchObject([
    ["/api/runs/", { params: { query: { workflow: "w1", status: "failed", cursor: undefined } } }],
    ["/api/runs/", { params: { query: { workflow: "w1", status: "failed", cursor: "second" } } }],
  ]);
});
