import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { BrowserSession } from "@/api/types";
import { AccountPage } from "@/features/settings/account-page";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const session = (id: number, rest: Partial<BrowserSession>): BrowserSession => ({
  id,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: "203.0.113.9",
  created_at: "2026-03-10T12:00:00Z",
  last_seen_at: "2026-03-11T12:00:00Z",
  is_current: false,
  ...rest,
});

const draw = () => renderRoutes([{ path: "/", element: <AccountPage /> }], "/", { user: LINH });

it("changes the password, and shows at the field what is wrong", async () => {
  const errors = [{ pointer: "/current_password", code: "x", message: "This is not your current password." }];
  let isRefused = true;
  const asked = serve({
    "GET /api/account/sessions/": () => [],
    "POST /api/account/password/": () =>
      isRefused
        ? refuse({ status: 400, code: "invalid_input", errors })
        : new Response(null, { status: 204 }),
  });
  draw();
  await userEvent.type(screen.getByLabelText("Current password"), "old");
  await userEvent.type(screen.getByLabelText("New password"), "warp and weft");
  await userEvent.click(screen.getByLabelText("Also revoke my API tokens"));
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("This is not your current password.")).toBeTruthy();
  isRefused = false;
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe(""));
  expect(asked.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({
    current_password: "old",
    new_password: "warp and weft",
    end_tokens: true,
  });
});

it("changes the address for links", async () => {
  const asked = serve({
    "GET /api/account/sessions/": () => [],
    "POST /api/account/email/": () => new Response(null, { status: 204 }),
    "GET /api/session/": () => ({ user: LINH, second_step: [], setup_required: false, sends_mail: true }),
  });
  draw();
  await userEvent.type(screen.getByLabelText("E-mail address"), " linh@example.com ");
  await userEvent.click(screen.getByRole("button", { name: "Change address" }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({
      email: "linh@example.com",
    }),
  );
});

it("turns mails about mentions off, where the server can send any", async () => {
  const preferences = { ...LINH.preferences };
  const user = { ...LINH, email: "linh@example.com", preferences };
  const asked = serve({
    "GET /api/account/sessions/": () => [],
    "GET /api/session/": () => ({
      user: { ...user, preferences },
      second_step: [],
      setup_required: false,
      sends_mail: true,
    }),
    "PATCH /api/account/preferences/": () => {
      preferences.mail_on_mention = false;
      return preferences;
    },
  });
  renderRoutes([{ path: "/", element: <AccountPage /> }], "/", { user, sendsMail: true });
  const mails = await screen.findByRole<HTMLInputElement>("switch", { name: /when somebody mentions me/ });
  expect(mails.checked).toBe(true);
  await userEvent.click(mails);
  await waitFor(() => expect(mails.checked).toBe(false));
  expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({ mail_on_mention: false });
});

it.each([
  [false, "linh@example.com", 0],
  [true, "", 1],
])("offers mails with a mail server (%s) and an address (%s) only", async (sendsMail, email, offered) => {
  serve({ "GET /api/account/sessions/": () => [] });
  renderRoutes([{ path: "/", element: <AccountPage /> }], "/", { user: { ...LINH, email }, sendsMail });
  await screen.findByLabelText("E-mail address");
  const switches = screen.queryAllByRole<HTMLInputElement>("switch");
  expect(switches.map(({ disabled }) => disabled)).toEqual(Array(offered).fill(true));
});

it("lists where one is signed in and ends what one does not recognise", async () => {
  let rows = [session(1, { is_current: true }), session(2, { user_agent: "curl/8" })];
  serve({
    "GET /api/account/sessions/": () => rows,
    "DELETE /api/account/sessions/2/": () => {
      rows = rows.slice(0, 1);
      return new Response(null, { status: 204 });
    },
  });
  draw();
  expect(await screen.findByText("Firefox on Linux")).toBeTruthy();
  expect(screen.getByText("This browser")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "End the session of Unknown browser" }));
  await userEvent.click(await screen.findByRole("button", { name: "End" }));
  await waitFor(() => expect(screen.queryByText("Unknown browser")).toBeNull());
});
