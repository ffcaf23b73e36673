import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { PermissionMatrix } from "@/api/types";
import { dropMatrixDraft, useMatrixDraft } from "@/stores/matrix-draft";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { PermissionsPage } from "./permissions-page";

const same = (text: string) => ({ en: text, zh: text });
const inherited = { effect: null, in_force: "deny", rule: "r1" } as const;
const byDefault = { effect: null, in_force: "allow", rule: null } as const;
const none = { effect: null, in_force: null, rule: null } as const;

const MATRIX: PermissionMatrix = {
  roles: [
    { id: null, name: "" },
    { id: 7, name: "Clerks" },
  ],
  sections: [
    {
      title: same("Tool types"),
      tools: [
        {
          pattern: "*",
          title: same("All tools"),
          kind: null,
          about: "",
          is_tool: false,
          cells: [none, none],
        },
        {
          pattern: "http_request",
          title: same("HTTP request"),
          kind: null,
          about: "",
          is_tool: true,
          cells: [{ effect: "deny", in_force: "deny", rule: "r1" }, inherited],
        },
      ],
    },
    {
      title: same("Configured tools"),
      tools: [
        {
          pattern: "tool:1",
          title: same("Orders"),
          kind: same("HTTP request"),
          about: "mai · api.example.com",
          is_tool: true,
          cells: [inherited, inherited],
        },
        {
          pattern: "system:get_current_time",
          title: same("Current time"),
          kind: null,
          about: "",
          is_tool: true,
          cells: [byDefault, byDefault],
        },
      ],
    },
  ],
  rules: [{ id: "r1", role: null, tool_pattern: "http_request", reason: same("A rule denies it.") }],
};

async function openPage(answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({
    "GET /api/tools/policies/matrix/": () => MATRIX,
    "GET /api/tools/policies/workflows/": () => [],
    ...answers,
  });
  renderRoutes([{ path: "/", element: <PermissionsPage /> }], "/");
  await screen.findByRole("grid");
  return asked;
}

const cell = (name: string) => screen.getByRole("button", { name });

async function choose(from: string, effect: string) {
  await userEvent.click(cell(from));
  await userEvent.click(await screen.findByRole("menuitem", { name: effect }));
}

const bodies = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === "PATCH").map(({ body }) => body);

afterEach(() => {
  dropMatrixDraft();
});

describe("the permission matrix", () => {
  it("names effects and where they come from", async () => {
    await openPage();
    expect(cell("HTTP request · Any role: Deny")).toBeTruthy();
    expect(cell("HTTP request · Clerks: Deny, inherited from Any role")).toBeTruthy();
    expect(cell("Orders · Clerks: Deny, inherited from HTTP request")).toBeTruthy();
    expect(cell("Current time · Clerks: Allow, inherited from Default")).toBeTruthy();
    expect(cell("All tools · Clerks: No rule")).toBeTruthy();
    const row = screen.getByRole("rowheader", { name: "Orders HTTP request · mai · api.example.com" });
    expect(row.textContent).not.toContain("tool:1");
  });

  it("saves what was changed by one request, and nothing else", async () => {
    const asked = await openPage({ "PATCH /api/tools/policies/matrix/": () => ({ changed: 2 }) });
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
    await choose("Orders · Clerks: Deny, inherited from HTTP request", "Allow");
    await choose("HTTP request · Any role: Deny", "Inherit");
    await choose("Current time · Any role: Allow, inherited from Default", "Ask a person");
    await choose("Current time · Any role: Ask a person, not saved", "Inherit");
    expect(screen.getByText("2 unsaved changes")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save 2 changes" }));
    await waitFor(() => expect(screen.queryByText("2 unsaved changes")).toBeNull());
    expect(bodies(asked)).toEqual([
      {
        cells: [
          { role: 7, tool_pattern: "tool:1", effect: "allow" },
          { role: null, tool_pattern: "http_request", effect: null },
        ],
      },
    ]);
  });

  it("keeps what is not saved while another page is open", async () => {
    serve({ "GET /api/tools/policies/matrix/": () => MATRIX });
    const { router } = renderRoutes(
      [
        { path: "/", element: <PermissionsPage /> },
        { path: "/elsewhere", element: null },
      ],
      "/",
    );
    await screen.findByRole("grid");
    await choose("Orders · Clerks: Deny, inherited from HTTP request", "Allow");
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await act(() => router.navigate("/elsewhere"));
    expect(screen.queryByRole("grid")).toBeNull();
    expect(leave()).toBe(true);
    await act(() => router.navigate("/"));
    expect(await screen.findByText("1 unsaved change")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(cell("Orders · Clerks: Deny, inherited from HTTP request")).toBeTruthy();
    expect(useMatrixDraft.getState().count).toBe(0);
    expect(leave()).toBe(false);
  });

  it("undoes one step after the other, and keeps changes that were refused", async () => {
    await openPage({
      "PATCH /api/tools/policies/matrix/": () =>
        refuse({ status: 400, code: "invalid_input", detail: "No." }),
    });
    await choose("Orders · Clerks: Deny, inherited from HTTP request", "Allow");
    await choose("Orders · Clerks: Allow, not saved", "Mock");
    await userEvent.click(screen.getByRole("button", { name: "Save 1 change" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", false),
    );
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(cell("Orders · Clerks: Allow, not saved")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(cell("Orders · Clerks: Deny, inherited from HTTP request")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", true);
  });

  it("sets one effect for all tools that the filter shows", async () => {
    const asked = await openPage({ "PATCH /api/tools/policies/matrix/": () => ({ changed: 1 }) });
    await userEvent.keyboard("/");
    await userEvent.keyboard("example.com");
    await waitFor(() => expect(screen.queryByText("Current time")).toBeNull());
    await choose("Clerks · all tools shown", "Ask a person");
    await userEvent.click(screen.getByRole("button", { name: "Save 1 change" }));
    await waitFor(() => expect(bodies(asked)).toHaveLength(1));
    expect(bodies(asked)).toEqual([{ cells: [{ role: 7, tool_pattern: "tool:1", effect: "ask" }] }]);
    await userEvent.type(screen.getByRole("searchbox"), "nothing");
    expect(await screen.findByText("No tool matches")).toBeTruthy();
  });

  it("has one Tab stop, and goes from cell to cell by arrow keys", async () => {
    await openPage();
    const cells = within(screen.getByRole("grid")).getAllByRole("button");
    expect(cells.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    cell("All tools · Any role: No rule").focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}");
    const reached = cell("HTTP request · Clerks: Deny, inherited from Any role");
    expect(document.activeElement).toBe(reached);
    expect(reached.tabIndex).toBe(0);
    await userEvent.keyboard("{ArrowRight}{Home}");
    expect(document.activeElement).toBe(cell("HTTP request · Any role: Deny"));
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(document.activeElement).toBe(cell("Any role · all tools shown"));
  });

  it("explains a cell, and any other question", async () => {
    const row = { username: "bob", tool: "tool:1", title: same("Orders"), effect: "deny", rule: "r1" };
    const asked = await openPage({
      "GET /api/tools/policies/explanations/": ({ query }) =>
        query.get("arguments") === "{"
          ? refuse({
              status: 400,
              code: "invalid_input",
              errors: [{ pointer: "/arguments", code: "not_an_object", message: "Enter a JSON object." }],
            })
          : { rows: [{ ...row, reason: same("A rule denies it.") }], most_people: null },
    });
    await choose("Orders · Clerks: Deny, inherited from HTTP request", "Explain");
    const dialog = within(await screen.findByRole("dialog", { name: "Who may use what, and why" }));
    expect(await dialog.findByText("bob · Orders")).toBeTruthy();
    expect(dialog.getByText("Denied")).toBeTruthy();
    const questions = () => asked.filter(({ path }) => path.endsWith("/explanations/"));
    expect(Object.fromEntries(questions()[0]?.query ?? [])).toEqual({ tool: "tool:1", role: "7" });
    await userEvent.type(dialog.getByLabelText("User name", { selector: "input" }), "bob");
    await userEvent.click(dialog.getByRole("button", { name: "More options" }));
    await userEvent.type(await dialog.findByLabelText("Arguments of the call as JSON"), "{{");
    await userEvent.click(dialog.getByRole("button", { name: "Explain" }));
    expect(await dialog.findByText("Enter a JSON object.")).toBeTruthy();
    expect(questions().at(-1)?.query.get("user")).toBe("bob");
  });

  it("can be asked for again when it did not come", async () => {
    serve({
      "GET /api/tools/policies/matrix/": () => refuse({ status: 403, code: "staff_only", detail: "No." }),
    });
    renderRoutes([{ path: "/", element: <PermissionsPage /> }], "/");
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.queryByRole("grid")).toBeNull();
  });
});
