import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError, UNREACHABLE } from "@/api/errors";
import { http } from "@/api/http";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { RetryButton } from "./retry-button";

afterEach(() => {
  vi.restoreAllMocks();
});

it("asks again with the same key when no answer came, so that nothing is done twice", async () => {
  const asked = vi
    .spyOn(http, "POST")
    .mockRejectedValueOnce(new ApiError(0, UNREACHABLE, ""))
    .mockResolvedValueOnce({ data: runOf({ id: "r2" }), response: new Response() } as never);
  const routes = [
    { path: "/runs/r1", element: <RetryButton runId="r1" /> },
    { path: "/runs/r2", element: <p>The second run</p> },
  ];
  renderRoutes(routes, "/runs/r1");
  const retry = await screen.findByRole("button", { name: "Retry" });
  await userEvent.click(retry);
  await waitFor(() => expect(retry.hasAttribute("data-loading")).toBe(false));
  await userEvent.click(retry);
  await screen.findByText("The second run");
  const [first, second] = asked.mock.calls;
  expect(first).toMatchObject(["/api/runs/{run_id}/retry/", { params: { path: { run_id: "r1" } } }]);
  expect(first?.[1]).toHaveProperty(
    ["params", "header", "Idempotency-Key"],
    expect.stringMatching(/^[0-9a-f]{32}$/),
  );
  expect(second).toEqual(first);
});
