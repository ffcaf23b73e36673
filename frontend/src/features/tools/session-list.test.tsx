import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useSession } from "@/api/session";
import type { ToolSession } from "@/api/types";
import { SessionList } from "@/features/tools/session-list";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const SESSION: ToolSession = {
  id: "http_linh_1_a1b2c3d4",
  resource_type: "http",
  tool: "t1",
  owner: { id: 1, username: "linh" },
  name: "shop",
  created_at: "2026-03-10T12:00:00Z",
  last_activity_at: "2026-03-10T12:00:00Z",
  expires_at: "2026-03-10T12:05:00Z",
};
const LINH = { id: 1, username: "linh", is_staff: false, is_superuser: false, roles: [] };
const address = `/api/tools/sessions/${SESSION.id}/`;

/** The page needs to know who is there, as behind the guard. */
function SignedIn() {
  return useSession().data ? <SessionList /> : null;
}

it("lets sessions live on and ends them", async () => {
  let rows = [SESSION];
  const asked = serve({
    "GET /api/session/": () => ({ user: LINH, second_step: [], setup_required: false }),
    "GET /api/tools/configs/": () => [],
    "GET /api/tools/sessions/": () => rows,
    [`POST ${address}refresh/`]: () => SESSION,
    [`DELETE ${address}`]: () => {
      rows = [];
      return new Response(null, { status: 204 });
    },
  });
  renderRoutes([{ path: "/", element: <SignedIn /> }], "/");
  await userEvent.click(await screen.findByRole("button", { name: "Extend shop" }));
  await waitFor(() => expect(asked.some(({ path }) => path === `${address}refresh/`)).toBe(true));
  await userEvent.click(screen.getByRole("button", { name: "End shop" }));
  await userEvent.click(await screen.findByRole("button", { name: "End session" }));
  expect(await screen.findByText("No open sessions")).toBeTruthy();
});
