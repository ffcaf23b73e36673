import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ChatShare } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { ShareLinks } from "./share-links";

const LINK: ChatShare = {
  id: 3,
  right: "chat",
  prefix: "fls_abc",
  conversation: null,
  created_at: "2026-03-10T12:00:00Z",
  expires_at: "2026-04-10T12:00:00Z",
  revoked_at: null,
  turns_per_day: 200,
  money_per_day: 5,
};

function open(patch: () => unknown = () => LINK) {
  const asked = serve({
    "GET /api/agents/tailor/shares/": () => ({ results: [LINK], next: null, previous: null }),
    "PATCH /api/shares/3/": patch,
  });
  renderRoutes([{ path: "/", element: <ShareLinks partner={{ kind: "agent", slug: "tailor" }} /> }], "/");
  return asked;
}

async function changeTurns(text: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Change" }));
  const turns = screen.getByRole("textbox", { name: "Max messages per day" });
  await userEvent.clear(turns);
  await userEvent.type(turns, text);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

it("changes the caps of a link and leaves its end as it is", async () => {
  const asked = open();
  await changeTurns("30");
  const body = { turns_per_day: 30, money_per_day: 5 };
  await waitFor(() => expect(asked.find((one) => one.method === "PATCH")?.body).toEqual(body));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

it("keeps what was typed when the server refuses it", async () => {
  const asked = open(() => refuse({ status: 404, code: "not_found", detail: "There is no such link." }));
  await changeTurns("30");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(asked.map((one) => one.method)).toEqual(["GET", "PATCH"]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Max messages per day" }).value).toBe("30");
});
