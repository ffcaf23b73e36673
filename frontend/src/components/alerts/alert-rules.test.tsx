import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { AlertRule } from "@/api/types";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { AlertRules } from "./alert-rules";

const RULE: AlertRule = {
  id: "a1",
  channel: "webhook",
  tool_id: "",
  address: "https://hooks.example.com",
  every: 5,
  on_recovery: true,
  is_enabled: true,
  created_by: "linh",
  problem: "The webhook answered with status 503.",
  sent_at: null,
};
const LIST = "GET /api/workflows/w1/alert-rules/";
const draw = () =>
  renderRoutes([{ path: "/", element: <AlertRules workflow="w1" /> }], "/", { user: LINH, sendsMail: true });

it("shows where messages go, when, and why the last one failed; a test says so, too", async () => {
  serve({
    "GET /api/tools/configs/": () => [],
    [LIST]: () => [RULE],
    "POST /api/alert-rules/a1/test/": () =>
      refuse({ status: 409, code: "alert_not_sent", detail: "The webhook answered with status 404." }),
  });
  draw();
  expect(await screen.findByText("Webhook: https://hooks.example.com")).toBeTruthy();
  expect(screen.getByText(/every 5 failures in a row · when it works again/)).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("The webhook answered with status 503.");
});

it("adds a mail, and keeps the address of a webhook that is left empty", async () => {
  const asked = serve({
    "GET /api/tools/configs/": () => [],
    [LIST]: () => [RULE],
    "POST /api/workflows/w1/alert-rules/": () => RULE,
    "PATCH /api/alert-rules/a1/": () => RULE,
  });
  draw();
  await userEvent.click(await screen.findByRole("button", { name: "Notify someone" }));
  await userEvent.click(screen.getByText("E-mail"));
  await userEvent.type(screen.getByLabelText("E-mail address"), "ops@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "POST")).toBe(true));
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({
    channel: "mail",
    target: "ops@example.com",
    every: 0,
    on_recovery: true,
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Edit the notification/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
      target: "",
      every: 5,
      on_recovery: true,
    }),
  );
});
