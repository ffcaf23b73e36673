import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { CommandPalette } from "@/features/command-palette/command-palette";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const NOTHING = { results: [], next: null, previous: null };
const RUN = "01981f2a-7c1e-7b54-9d1a-3f0c5a7e2b10";

it.each([
  ["new work", "/workflows?new"],
  ["credentials", "/settings/credentials"],
  ["price list", "/knowledge/b1"],
  ["guests", "/tables/t1"],
  ["send to team", "/tools?tool=t1"],
  [RUN, `/runs/${RUN}`],
])("takes %j to %s by Enter", async (typed, expected) => {
  serve({
    "GET /api/workflows/": () => NOTHING,
    "GET /api/agents/": () => NOTHING,
    "GET /api/tools/configs/": () => [{ id: "t1", name: "Send to team", type: "notification-feishu" }],
    "GET /api/knowledge-bases/": () => [{ id: "b1", name: "Price list" }],
    "GET /api/tables/": () => [{ id: "t1", name: "Guests" }],
  });
  const { router } = renderRoutes([{ path: "*", element: <CommandPalette /> }], "/runs", { user: LINH });
  const field = await screen.findByRole("textbox", { name: "Find anything or run a command" });
  await userEvent.type(field, typed);
  expect(await screen.findAllByRole("button")).not.toHaveLength(0);
  await userEvent.keyboard("{Enter}");
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(expected);
});
