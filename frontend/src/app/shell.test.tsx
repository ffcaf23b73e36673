import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { DetachedWindowAPI } from "happy-dom";
import { expect, it } from "vitest";
import { Shell } from "@/app/shell";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

/** Turn a tablet, or zoom: the rail becomes a bar at the bottom. */
function resize(width: number): void {
  act(() => (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setViewport({ width }));
}

it("keeps the inbox open when the rail becomes a bar at the bottom, and back", async () => {
  const nothing = () => ({ results: [], next: null, previous: null });
  serve({ "GET /api/inbox/": nothing, "GET /api/approvals/": nothing });
  resize(1440);
  renderRoutes([{ element: <Shell />, children: [{ path: "/", element: <p>home</p> }] }], "/", {
    user: LINH,
  });
  await userEvent.click(screen.getByRole("button", { name: "Inbox" }));
  expect(await screen.findByText("Nothing new")).toBeTruthy();
  resize(390);
  expect(screen.getByText("More")).toBeTruthy();
  expect(await screen.findByText("Nothing new")).toBeTruthy();
  resize(1440);
  expect(screen.queryByText("More")).toBeNull();
  expect(await screen.findByText("Nothing new")).toBeTruthy();
});
