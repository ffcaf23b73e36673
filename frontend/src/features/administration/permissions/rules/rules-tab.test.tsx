import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { PermissionMatrix, ToolPolicy } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { RulesTab } from "./rules-tab";

const same = (text: string) => ({ en: text, zh: text });

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
          pattern: "http_request",
          title: same("HTTP request"),
          kind: null,
          about: "",
          is_tool: true,
          cells: [],
        },
      ],
    },
  ],
  rules: [],
};

const RULE: ToolPolicy = {
  id: "r1",
  role: "Clerks",
  tool_pattern: "http_request",
  workflow: null,
  mode: "",
  effect: "ask",
  when: "args.method  ==  'DELETE'",
  clauses: [{ argument: "method", comparison: "is", value: "DELETE" }],
  args_untrusted: false,
  mock_result: null,
  ask_timeout_s: 3600,
  ask_someone_else: false,
  enabled: true,
  note: "Deleting is final.",
  revision: 1,
  created_by: "mai",
  created_at: "2026-03-10T12:00:00Z",
};
const OF_CELL: ToolPolicy = {
  ...RULE,
  id: "r2",
  role: null,
  when: "",
  clauses: [],
  effect: "deny",
  note: "",
};
const CEL: ToolPolicy = { ...RULE, id: "r3", when: "size(args.to) > 1", clauses: null, mode: "test" };
const SENTENCE =
  "When anybody with the role “Clerks” calls HTTP request with method is DELETE: ask a person first";
const saved = { ...RULE, hosts_left_open: [] };

async function open(address = "/", answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({
    "GET /api/tools/policies/": () => [RULE, OF_CELL, CEL],
    "GET /api/tools/policies/workflows/": () => [{ id: "w1", name: "Morning news" }],
    "GET /api/tools/policies/matrix/": () => MATRIX,
    ...answers,
  });
  const { router } = renderRoutes([{ path: "/", element: <RulesTab matrix={MATRIX} /> }], address);
  await screen.findByRole("list", { name: "Rules" });
  const sent = (method: string) => asked.filter((one) => one.method === method).map(({ body }) => body);
  return { router, sent };
}

const form = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function choose(dialog: ReturnType<typeof within>, label: string, option: string) {
  await userEvent.click(dialog.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

describe("the rules", () => {
  it("are sentences; those of the matrix are shown on demand, and all are searched", async () => {
    await open();
    expect(screen.getByRole("button", { name: SENTENCE })).toBeTruthy();
    expect(
      screen.getByRole("button", {
        name: "When anybody with the role “Clerks” calls HTTP request and size(args.to) > 1 in test mode: ask a person first",
      }),
    ).toBeTruthy();
    const ofCell = "When anybody calls HTTP request: deny it";
    expect(screen.queryByRole("button", { name: ofCell })).toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "Include the rules of the matrix" }));
    expect(screen.getByRole("button", { name: ofCell })).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "delete");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });

  it("are built as sentences", async () => {
    const { router, sent } = await open("/", { "POST /api/tools/policies/": () => saved });
    await userEvent.click(screen.getByRole("button", { name: "Add rule" }));
    const dialog = await form("Add rule");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(dialog.getByText("Choose a tool or enter a pattern.")).toBeTruthy();
    await choose(dialog, "When somebody with this role", "Clerks");
    await choose(dialog, "calls this tool", "HTTP request");
    await userEvent.click(dialog.getByRole("button", { name: "Add condition" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Argument" }), "url");
    await choose(dialog, "Comparison", "begins with");
    await userEvent.type(dialog.getByRole("textbox", { name: "Value" }), "https://a.example/");
    await userEvent.click(dialog.getByRole("button", { name: "Add condition" }));
    await choose(dialog, "then", "Deny");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(router.state.location.search).toBe("?tab=rules"));
    expect(sent("POST")).toEqual([
      expect.objectContaining({
        role: "Clerks",
        tool_pattern: "http_request",
        effect: "deny",
        clauses: [{ argument: "url", comparison: "starts", value: "https://a.example/" }],
      }),
    ]);
  });

  it("keep the spelling of a condition that was not touched, and show what is refused at its place", async () => {
    const fault = { pointer: "/when", code: "condition_invalid", message: "Enter a value for “method”." };
    const { sent } = await open("/?tab=rules&rule=r1", {
      "PATCH /api/tools/policies/r1/": ({ body }) =>
        Object.hasOwn(Object(body), "clauses")
          ? refuse({ status: 400, code: "invalid_input", errors: [fault] })
          : saved,
    });
    const dialog = await form("Edit rule");
    await userEvent.clear(dialog.getByRole("textbox", { name: "Value" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Enter a value for “method”.");
    await userEvent.type(dialog.getByRole("textbox", { name: "Value" }), "DELETE");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent("PATCH").at(-1)).toMatchObject({ when: RULE.when });
  });

  it("have CEL behind “Advanced”, which becomes a sentence where one can express it", async () => {
    const { sent } = await open("/?tab=rules&rule=r3", {
      "POST /api/tools/policies/check/": ({ body }) =>
        JSON.stringify(body).includes("size")
          ? { message: null, when: CEL.when, clauses: null }
          : { message: null, when: RULE.when, clauses: RULE.clauses },
    });
    const dialog = await form("Edit rule");
    const expression = dialog.getByRole("textbox", { name: "CEL expression" });
    await userEvent.click(dialog.getByRole("button", { name: "Write as a sentence" }));
    expect(await dialog.findByText("No sentence can express this condition; it stays CEL.")).toBeTruthy();
    await userEvent.clear(expression);
    await userEvent.type(expression, "args.method == 'DELETE'");
    await userEvent.click(dialog.getByRole("button", { name: "Write as a sentence" }));
    expect(await dialog.findByRole("textbox", { name: "Argument" })).toHaveProperty("value", "method");
    await userEvent.click(dialog.getByRole("button", { name: "Advanced: write as CEL" }));
    expect(await dialog.findByRole("textbox", { name: "CEL expression" })).toHaveProperty("value", RULE.when);
    expect(sent("POST")).toEqual([
      { when: CEL.when },
      { when: "args.method == 'DELETE'" },
      { clauses: RULE.clauses },
    ]);
  });

  it("are tried on past calls before they are saved", async () => {
    const summary = "3 of the last 100 calls would be decided differently.";
    const { sent } = await open("/?tab=rules&rule=r1", {
      "POST /api/tools/policies/dry-run/": () => ({ calls: 100, changed: 3, to: {}, examples: [], summary }),
    });
    const dialog = await form("Edit rule");
    await userEvent.click(dialog.getByRole("button", { name: "Try on past calls" }));
    expect(await dialog.findByText(summary)).toBeTruthy();
    expect(sent("POST")).toEqual([expect.objectContaining({ replaces: "r1", when: RULE.when })]);
  });

  it("are refused with the revision that was opened once someone else has changed them", async () => {
    const { sent } = await open("/?tab=rules&rule=r1", {
      "PATCH /api/tools/policies/r1/": () =>
        refuse({ status: 409, code: "conflict", detail: "Someone else has changed this rule." }),
    });
    const dialog = await form("Edit rule");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText(/Someone else has changed this rule/)).toBeTruthy();
    expect(sent("PATCH")).toEqual([expect.objectContaining({ revision: 1 })]);
  });

  it("are not held back by a mock result that another effect does not return", async () => {
    const { sent } = await open("/?tab=rules&rule=r1", { "PATCH /api/tools/policies/r1/": () => saved });
    const dialog = await form("Edit rule");
    await choose(dialog, "then", "Mock");
    await userEvent.type(dialog.getByRole("textbox", { name: "Mock result" }), "broken");
    await choose(dialog, "then", "Deny");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent("PATCH")).toEqual([expect.objectContaining({ effect: "deny", mock_result: null })]),
    );
  });

  it("are named as gone when the address leads to none", async () => {
    await open("/?tab=rules&rule=r9");
    expect((await screen.findByRole("alert")).textContent).toBe("This rule no longer exists.");
  });

  it("are shown with those of the matrix once one was saved that only the matrix would show", async () => {
    await open("/?tab=rules&rule=new", {
      "POST /api/tools/policies/": () => ({ ...OF_CELL, hosts_left_open: [] }),
    });
    const dialog = await form("Add rule");
    await choose(dialog, "calls this tool", "HTTP request");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(
      await screen.findByRole("button", { name: "When anybody calls HTTP request: deny it" }),
    ).toBeTruthy();
  });

  it("are switched off, and deleted after a question", async () => {
    const { sent } = await open("/", {
      "PATCH /api/tools/policies/r1/": () => saved,
      "DELETE /api/tools/policies/r1/": () => undefined,
    });
    await userEvent.click(screen.getByRole("switch", { name: `On: ${SENTENCE}` }));
    await waitFor(() => expect(sent("PATCH")).toEqual([{ enabled: false }]));
    await userEvent.click(screen.getByRole("button", { name: `Delete: ${SENTENCE}` }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete rule" }));
    await waitFor(() => expect(sent("DELETE")).toHaveLength(1));
  });
});
