import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { RunsPage } from "@/features/runs/runs-page";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";

/** Open the list with runs of kim only; the failed one is in every answer that has any. */
function openPage(address: string, isEmpty = false) {
  const failed = runOf({ id: "r1", status: "failed", created_by: { id: 2, username: "kim" } });
  const asked = serve({
    "GET /api/runs/": () => ({ results: isEmpty ? [] : [failed], next: null, previous: null }),
    "GET /api/runs/people/": () => [{ id: 2, username: "kim" }],
    "GET /api/workflows/": () => ({ results: [], next: null, previous: null }),
    "POST /api/runs/r1/retry/": () => runOf({}),
  });
  const view = renderRoutes([{ path: "/runs", element: <RunsPage /> }], address);
  const lists = () => asked.filter(({ path }) => path === "/api/runs/").map(({ query }) => query.toString());
  return { ...view, lists };
}

it("shows what is set as chips, takes one away at one press, and goes back to it", async () => {
  const { router, lists } = openPage("/runs?trigger=webhook&person=2&value=looms");
  await screen.findByRole("button", { name: "Remove filter: Started by kim" });
  await userEvent.click(screen.getByRole("button", { name: "Remove filter: Trigger: Webhook" }));
  await waitFor(() => expect(router.state.location.search).toBe("?person=2&value=looms"));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Filters" }));
  await waitFor(() => expect(lists()).toContain("person=2&value=looms"));
  expect(screen.getByText(/the newest 1,000 runs/)).toBeTruthy();
  await router.navigate(-1);
  await screen.findByRole("button", { name: "Remove filter: Trigger: Webhook" });
});

it("names the filter that finds nothing, and clears it", async () => {
  const { router } = openPage("/runs?kind=run&trigger=poll&value=looms", true);
  await screen.findByText("Runs · Trigger: New items · “looms” in input or output");
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Text in input or output" });
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(router.state.location.search).toBe("");
  await waitFor(() => expect(field.value).toBe(""));
});

it("runs all failed ones of the very same filter again", async () => {
  const { lists } = openPage("/runs?trigger=webhook&person=2&value=looms&from=2026-11-05&to=2026-11-09");
  await userEvent.click(await screen.findByRole("button", { name: /Run all failed ones again/ }));
  await screen.findByText("1 of 1 run again.");
  const shown = new URLSearchParams(lists()[0]);
  shown.append("status", "failed");
  shown.append("kind", "run");
  const retried = lists().map((query) => [...new URLSearchParams(query)].sort());
  expect(retried).toContainEqual([...shown].sort());
});
