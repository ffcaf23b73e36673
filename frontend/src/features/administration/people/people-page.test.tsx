import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OpenLink, PersonAccount } from "@/api/types";
import { changeLanguage } from "@/i18n";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { PeoplePage } from "./people-page";

const ROLES = [
  { id: 3, name: "Clerks" },
  { id: 4, name: "Weavers" },
];
const MEI: PersonAccount = {
  id: 2,
  username: "mei",
  email: "mei@example.com",
  roles: [{ id: 3, name: "Clerks" }],
  is_active: true,
  is_staff: false,
  is_superuser: false,
  has_second_factor: true,
  last_seen_at: null,
};
const SELF: PersonAccount = {
  ...MEI,
  id: LINH.id,
  username: LINH.username,
  email: "",
  roles: [],
  is_staff: true,
  is_superuser: true,
  has_second_factor: false,
};
const LINK: OpenLink = {
  id: 9,
  purpose: "invitation",
  note: "Erin",
  user: null,
  roles: [{ id: 4, name: "Weavers" }],
  created_by: { id: LINH.id, username: LINH.username },
  expires_at: "2026-03-10T12:00:00Z",
};
const NEW = { address: "https://flowloom.example.com/setup?token=planted", expires_at: LINK.expires_at };

function open(
  answers: Parameters<typeof serve>[0] = {},
  { people = [SELF, MEI], sendsMail = false }: { people?: PersonAccount[]; sendsMail?: boolean } = {},
) {
  const asked = serve({
    "GET /api/people/": () => ({ results: people, next: null, previous: null }),
    "GET /api/people/roles/": () => ROLES,
    "GET /api/people/links/": () => [LINK],
    ...answers,
  });
  const user = { ...LINH, is_staff: true, is_superuser: true };
  renderRoutes([{ path: "/", element: <PeoplePage /> }], "/", { user, sendsMail });
  return asked;
}

const changes = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method !== "GET");
const row = (name: string) => screen.findByRole("row", { name: new RegExp(`^${name}`) });

async function choose(name: string, act: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: act }));
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("the table of people", () => {
  it("shows what each may do and how they sign in", async () => {
    open();
    expect((await row("mei")).textContent).toContain("Clerks");
    expect((await row("mei")).textContent).toContain("ActiveTwo-step sign-in");
    expect((await row("linh")).textContent).toContain("Everything");
    expect((await row("linh")).textContent).toContain("No roles");
  });

  it("says so when nobody is found, and when it cannot be read", async () => {
    open({}, { people: [] });
    expect(await screen.findByText("Nobody found")).toBeTruthy();
    vi.unstubAllGlobals();
    open({ "GET /api/people/": () => refuse({ status: 403, code: "staff_only" }) });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("is Chinese for Chinese readers", async () => {
    await changeLanguage("zh");
    open();
    expect((await row("linh")).textContent).toContain("全部");
    expect(await screen.findByRole("button", { name: /^mei 的角色/ })).toBeTruthy();
  });
});

describe("a person", () => {
  it("gets other roles in place", async () => {
    const asked = open({ "PATCH /api/people/2/": () => MEI });
    await userEvent.click(await screen.findByRole("button", { name: /^Roles of mei/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Weavers" }));
    await userEvent.click(screen.getByRole("button", { name: "Save roles" }));
    await waitFor(() => expect(changes(asked).map(({ body }) => body)).toEqual([{ role_ids: [3, 4] }]));
    await waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());
  });

  it("is edited, and a refused name is shown at its field", async () => {
    const errors = [{ pointer: "/username", code: "unique", message: "This name is taken." }];
    const asked = open({
      "PATCH /api/people/2/": () => refuse({ status: 400, code: "invalid_input", errors }),
    });
    await choose("mei", "Edit…");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit mei" }));
    await userEvent.click(dialog.getByRole("combobox", { name: "Administers" }));
    await userEvent.click(await screen.findByRole("option", { name: "Tools and models" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("This name is taken.")).toBeTruthy();
    expect(changes(asked)[0]?.body).toEqual({
      username: "mei",
      email: "mei@example.com",
      is_staff: true,
      is_superuser: false,
    });
  });

  it("hands work on when deactivated, once it is clear what stops", async () => {
    const asked = open({
      "GET /api/people/2/leaving/": () => ({
        triggers: ["Orders · hook"],
        links: [],
        workflows: ["Orders"],
        agents: [],
      }),
      "POST /api/people/2/deactivation/": () => ({ ...MEI, is_active: false }),
    });
    await choose("mei", "Deactivate…");
    const dialog = within(await screen.findByRole("dialog", { name: "Deactivate mei?" }));
    expect(await dialog.findByText("Orders · hook")).toBeTruthy();
    expect(dialog.queryByRole("region", { name: "Agents" })).toBeNull();
    await userEvent.click(dialog.getByRole("combobox", { name: "Transfer workflows and agents to" }));
    await userEvent.click(await screen.findByRole("option", { name: "linh" }));
    await userEvent.click(dialog.getByRole("button", { name: "Deactivate" }));
    await waitFor(() => expect(changes(asked)[0]?.body).toEqual({ successor_id: LINH.id }));
  });

  it("cannot deactivate their own account", async () => {
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for linh" }));
    expect(await screen.findByRole("menuitem", { name: "Edit…" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Deactivate…" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Remove two-step sign-in…" })).toBeNull();
  });

  it("is reactivated, or deleted by the operator", async () => {
    const asked = open(
      { "DELETE /api/people/2/deactivation/": () => MEI },
      { people: [{ ...MEI, is_active: false }] },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Actions for mei" }));
    const away = await screen.findByRole("menuitem", { name: "Delete…" });
    expect(away.getAttribute("href")).toBe("/admin/auth/user/2/delete/");
    await userEvent.click(screen.getByRole("menuitem", { name: "Reactivate" }));
    await waitFor(() =>
      expect(changes(asked).map(({ path }) => path)).toEqual(["/api/people/2/deactivation/"]),
    );
  });

  it.each([
    ["End sessions…", "End sessions", "/api/people/2/sessions/"],
    ["Remove two-step sign-in…", "Remove", "/api/people/2/factors/"],
  ])("is asked about before: %s", async (act, confirm, path) => {
    const asked = open({ [`DELETE ${path}`]: () => new Response(null, { status: 204 }) });
    await choose("mei", act);
    expect(changes(asked)).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: confirm }));
    await waitFor(() => expect(changes(asked).map((call) => call.path)).toEqual([path]));
  });

  it("gets a link to a new password, shown once", async () => {
    open({ "POST /api/people/2/password-link/": () => NEW });
    await choose("mei", "Password link…");
    await userEvent.click(await screen.findByRole("button", { name: "Create link" }));
    expect(await screen.findByText(NEW.address)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText(NEW.address)).toBeNull());
  });
});

describe("an invitation", () => {
  it("is a link where the server sends no mail", async () => {
    const asked = open({ "POST /api/people/invitations/": () => NEW });
    await userEvent.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Invite someone" }));
    expect(dialog.queryByRole("textbox", { name: "E-mail address" })).toBeNull();
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Erin");
    await userEvent.click(dialog.getByRole("combobox", { name: "Roles" }));
    await userEvent.click(await screen.findByRole("option", { name: "Weavers" }));
    await userEvent.click(dialog.getByRole("button", { name: "Create link" }));
    expect(await screen.findByText(NEW.address)).toBeTruthy();
    expect(changes(asked)[0]?.body).toEqual({
      note: "Erin",
      email: "",
      role_ids: [4],
      is_staff: false,
      days: 7,
    });
  });

  it.each([
    [true, "Invitation sent to erin@example.com."],
    [false, "The mail to erin@example.com could not be sent. Send the link below yourself."],
  ])("is mailed where it can be (%s)", async (mailed, text) => {
    open({ "POST /api/people/invitations/": () => ({ ...NEW, mailed }) }, { sendsMail: true });
    await userEvent.click(await screen.findByRole("button", { name: "Invite" }));
    await userEvent.click(await screen.findByRole("textbox", { name: "E-mail address" }));
    await userEvent.paste("erin@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("is revoked after a question", async () => {
    const asked = open({ "DELETE /api/people/links/9/": () => new Response(null, { status: 204 }) });
    const links = within(await screen.findByRole("region", { name: "Open invitations and password links" }));
    expect(links.getByText(/^Weavers · created by linh · ends/)).toBeTruthy();
    await userEvent.click(links.getByRole("button", { name: "Revoke Erin" }));
    expect(changes(asked)).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Revoke link" }));
    await waitFor(() => expect(changes(asked).map(({ path }) => path)).toEqual(["/api/people/links/9/"]));
  });
});
