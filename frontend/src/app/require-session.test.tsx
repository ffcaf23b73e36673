import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { ask } from "@/api/http";
import { sessionResumed } from "@/api/session-events";
import type { Session } from "@/api/types";
import { RequireSession } from "@/app/require-session";
import { SetupPage } from "@/features/session/setup-page";
import { SignInPage } from "@/features/session/sign-in-page";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const SIGNED_IN: Session = { user: LINH, second_step: [], setup_required: false, sends_mail: false };
const SIGNED_OUT: Session = { user: null, second_step: [], setup_required: false, sends_mail: false };
const NOBODY_YET: Session = { user: null, second_step: [], setup_required: true, sends_mail: false };

const ROUTES = [
  { path: "/sign-in", element: <SignInPage /> },
  { path: "/setup", element: <SetupPage /> },
  {
    element: <RequireSession />,
    children: [
      { path: "/runs/:id", element: <p>a run</p> },
      { path: "/", element: <p>home</p> },
      { path: "/workflows", element: <p>all workflows</p> },
    ],
  },
];

describe("the way in", () => {
  it("lets signed-in people through", async () => {
    serve({ "GET /api/session/": () => SIGNED_IN });
    renderRoutes(ROUTES, "/runs/r1");
    expect(await screen.findByText("a run")).toBeTruthy();
  });

  it("returns people to where they wanted to go once they are signed in", async () => {
    const asked = serve({ "GET /api/session/": () => SIGNED_OUT, "POST /api/session/": () => SIGNED_IN });
    const { router } = renderRoutes(ROUTES, "/runs/r1?tab=trace");
    await userEvent.type(await screen.findByLabelText("User name"), "linh");
    await userEvent.type(screen.getByLabelText("Password"), "warp and weft{Enter}");
    expect(await screen.findByText("a run")).toBeTruthy();
    expect(router.state.location.search).toBe("?tab=trace");
    expect(asked.at(-1)?.body).toEqual({ username: "linh", password: "warp and weft" });
  });

  it.each(["https://evil.example/", "//evil.example/", "/\\evil.example/"])(
    "never leaves for %s",
    async (next) => {
      serve({ "GET /api/session/": () => SIGNED_IN });
      const { router } = renderRoutes(ROUTES, `/sign-in?next=${encodeURIComponent(next)}`);
      expect(await screen.findByText("home")).toBeTruthy();
      expect(router.state.location.pathname).toBe("/");
    },
  );

  it("says that the password was wrong and keeps the name", async () => {
    const detail = "The user name or the password is wrong.";
    serve({
      "GET /api/session/": () => SIGNED_OUT,
      "POST /api/session/": () => refuse({ status: 403, code: "wrong_credentials", detail }),
    });
    renderRoutes(ROUTES, "/sign-in");
    await userEvent.type(await screen.findByLabelText("User name"), "linh");
    await userEvent.type(screen.getByLabelText("Password"), "guess{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(detail);
    expect(screen.getByLabelText<HTMLInputElement>("User name").value).toBe("linh");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  });

  it("keeps the language of the screens with the person, once", async () => {
    const preferences = { language: "zh", mail_on_mention: true };
    const asked = serve({
      "GET /api/session/": () => ({ ...SIGNED_IN, user: { ...LINH, preferences: { ...preferences } } }),
      "PATCH /api/account/preferences/": () => {
        preferences.language = "en";
        return preferences;
      },
    });
    renderRoutes(ROUTES, "/runs/r1");
    await waitFor(() => expect(asked.map(({ method }) => method)).toEqual(["GET", "PATCH", "GET"]));
    expect(asked[1]?.body).toEqual({ language: "en" });
  });

  it("asks nothing of the server while a field is empty", async () => {
    const asked = serve({ "GET /api/session/": () => SIGNED_OUT });
    renderRoutes(ROUTES, "/sign-in");
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Enter a user name.")).toBeTruthy();
    expect(asked.every((call) => call.method === "GET")).toBe(true);
  });
});

/** A page with a text of its own, and a call that may find the session over. */
function Page() {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState("");
  const list = () =>
    ask("get", "/api/node-types/").then(
      () => setAnswer("listed"),
      () => setAnswer("refused"),
    );
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => void list()}>
        Ask
      </button>
      <p>{answer}</p>
    </>
  );
}

describe("a session that ends while somebody works", () => {
  async function workUntilItEnds(session: Session) {
    let ended = true;
    serve({
      "GET /api/session/": () => SIGNED_IN,
      "GET /api/node-types/": () => (ended ? refuse({ status: 401, code: "not_signed_in" }) : []),
      "POST /api/session/": () => {
        ended = false;
        return session;
      },
    });
    const { router } = renderRoutes(
      [{ element: <RequireSession />, children: [{ path: "/work", element: <Page /> }] }],
      "/work",
    );
    await userEvent.type(await screen.findByLabelText("Text"), "half a sentence");
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Sign in again" }));
    expect(dialog.getByLabelText<HTMLInputElement>("User name").value).toBe("linh");
    await userEvent.type(dialog.getByLabelText("Password"), "warp and weft{Enter}");
    return router;
  }

  it("asks over the page, and keeps the page as it was", async () => {
    const resumed = vi.fn();
    const stop = sessionResumed.listen(resumed);
    const router = await workUntilItEnds(SIGNED_IN);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    stop();
    expect(resumed).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe("/work");
    expect(screen.getByLabelText<HTMLInputElement>("Text").value).toBe("half a sentence");
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    expect(await screen.findByText("listed")).toBeTruthy();
  });

  it("loads the page again for somebody else", async () => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
    await workUntilItEnds({ ...SIGNED_IN, user: { ...LINH, id: 2, username: "mei" } });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    reload.mockRestore();
  });
});

describe("the first visit", () => {
  it("leads to the set-up, which needs the link that the server printed", async () => {
    serve({ "GET /api/session/": () => NOBODY_YET });
    const { router } = renderRoutes(ROUTES, "/workflows");
    expect(await screen.findByText(/Open the link that the server printed/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/setup");
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  it("creates the administrator with the token and signs them in", async () => {
    const asked = serve({ "GET /api/session/": () => NOBODY_YET, "POST /api/setup/": () => SIGNED_IN });
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => {});
    renderRoutes(ROUTES, "/setup?token=one-time");
    await userEvent.type(await screen.findByLabelText("User name"), "linh");
    await userEvent.type(screen.getByLabelText("Password"), "warp and weft");
    await userEvent.click(screen.getByRole("button", { name: "Create account" }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
    const account = { username: "linh", email: "", password: "warp and weft" };
    expect(asked.at(-1)?.body).toEqual({ token: "one-time", ...account });
  });

  it("tells at the password what is wrong with it", async () => {
    const errors = [{ pointer: "/password", code: "weak", message: "This password is too common." }];
    serve({
      "GET /api/session/": () => NOBODY_YET,
      "POST /api/setup/": () => refuse({ status: 400, code: "invalid_input", errors }),
    });
    renderRoutes(ROUTES, "/setup?token=one-time");
    await userEvent.type(await screen.findByLabelText("User name"), "linh");
    await userEvent.type(screen.getByLabelText("Password"), "password{Enter}");
    expect(await screen.findByText("This password is too common.")).toBeTruthy();
  });

  it("is over once somebody exists", async () => {
    serve({
      "GET /api/session/": () => SIGNED_OUT,
      "POST /api/setup/link/": () => refuse({ status: 403, code: "setup_closed", detail: "Used already." }),
    });
    const { router } = renderRoutes(ROUTES, "/setup?token=one-time");
    expect(await screen.findByText("Used already.")).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "Go to sign-in" }));
    expect(router.state.location.pathname).toBe("/sign-in");
  });
});

describe("a link from an administrator", () => {
  const link = (username: string | null) => ({
    purpose: username ? "password_reset" : "invitation",
    username,
    expires_at: null,
  });

  it("makes an account of the invited person", async () => {
    const asked = serve({
      "GET /api/session/": () => SIGNED_OUT,
      "POST /api/setup/link/": () => link(null),
      "POST /api/setup/": () => SIGNED_IN,
    });
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => {});
    renderRoutes(ROUTES, "/setup?token=invited");
    await userEvent.type(await screen.findByLabelText("User name"), "linh");
    await userEvent.type(screen.getByLabelText(/^E-mail address/), "linh@example.com");
    await userEvent.type(screen.getByLabelText("Password"), "warp and weft{Enter}");
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
    const account = { username: "linh", email: "linh@example.com", password: "warp and weft" };
    expect(asked.at(-1)?.body).toEqual({ token: "invited", ...account });
  });

  it("lets a person choose a new password, and ends their tokens unless they say otherwise", async () => {
    const asked = serve({
      "GET /api/session/": () => SIGNED_IN,
      "POST /api/setup/link/": () => link("linh"),
      "POST /api/setup/": () => SIGNED_IN,
    });
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => {});
    renderRoutes(ROUTES, "/setup?token=reset");
    expect(await screen.findByText("New password for linh")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Password"), "warp and weft{Enter}");
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
    expect(asked.at(-1)?.body).toEqual({ token: "reset", password: "warp and weft", end_tokens: true });
  });
});
