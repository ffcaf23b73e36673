import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InboxItem } from "@/api/types";
import { NoticeList } from "@/app/notice-list";
import { InboxList } from "@/features/inbox/inbox-list";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const MENTION: InboxItem = {
  id: "i1",
  kind: "mention",
  is_read: false,
  workflow: { id: "w1", name: "Orders" },
  node_key: "ask",
  node_name: "Ask",
  author: "Vera",
  text: "@linh look",
  created_at: "2026-01-02T03:04:05Z",
};

it("leads from a paused trigger to the page of triggers", async () => {
  const paused: InboxItem = { ...MENTION, kind: "paused", author: "", text: "Resume it to let it go on." };
  serve({
    "GET /api/inbox/": () => ({ results: [paused], next: null, previous: null }),
    "PATCH /api/inbox/i1/": () => ({ ...paused, is_read: true }),
  });
  const routes = [
    { path: "/", element: <InboxList onClose={() => {}} /> },
    { path: "/triggers", element: <p>All triggers</p> },
  ];
  renderRoutes(routes, "/", { user: LINH });
  const item = await screen.findByRole("button", { name: /A trigger was paused.*Orders · Ask.*Resume it/ });
  await userEvent.click(item);
  expect(await screen.findByText("All triggers")).toBeTruthy();
});

it("leads to a workflow that is gone without an error of its own, and looks for what is left", async () => {
  const left = [[MENTION], []];
  const asked = serve({
    "GET /api/inbox/": () => ({ results: left.shift() ?? [], next: null, previous: null }),
  });
  const inbox = (
    <>
      <InboxList onClose={() => {}} />
      <NoticeList />
    </>
  );
  const routes = [
    { path: "/", element: inbox },
    { path: "/workflows/:id", element: <>{inbox}There is no such workflow.</> },
  ];
  renderRoutes(routes, "/", { user: LINH });
  await userEvent.click(await screen.findByRole("button", { name: /Vera/ }));
  expect(await screen.findByText(/There is no such workflow/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: /Vera/ })).toBeNull());
  expect(asked.filter(({ method }) => method === "GET")).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
});
