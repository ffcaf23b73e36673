import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Approval, JsonObject } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { ApprovalCard } from "./approval-card";

const ASKED: Extract<Approval["payload"], { kind: "tool_approval" }> = {
  kind: "tool_approval",
  tool: "Ask a person",
  tool_id: "system:ask_person",
  function: "ask_person",
  arguments: { question: "Green or **black**?" },
  arguments_schema: {},
  reason: { en: "It asks." },
  rule: { id: "", revision: 0, note: "" },
  someone_else: false,
  call_id: "c1",
  round: 1,
};

const CALL: Approval = {
  id: 7,
  run: { id: "r1" },
  workflow: { id: "w1", name: "Talk" },
  node_key: "agent",
  node_name: "Agent",
  scope: "",
  payload: ASKED,
  decisions: ["approve", "reject"],
  needs_someone_else: false,
  created_at: "2026-03-10T12:00:00Z",
  due_at: null,
  answered_at: null,
  answered_by: null,
  answer: null,
};

function show(approval: Approval) {
  const asked = serve({ "POST /api/approvals/7/answer/": () => approval });
  renderRoutes([{ path: "/", element: <ApprovalCard approval={approval} /> }], "/");
  return () => asked.find(({ method }) => method === "POST")?.body;
}

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("shows a model's question, and sends the words of the answer", async () => {
  const sent = show(CALL);
  expect(screen.getByText("Question")).toBeTruthy();
  expect((await screen.findByText("black")).tagName).toBe("STRONG");
  expect(screen.queryByLabelText("Arguments (JSON)")).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send answer" }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText("Your answer"), "Green.");
  await click("Send answer");
  await waitFor(() => expect(sent()).toEqual({ decision: "approve", values: {}, comment: "Green." }));
});

it("lets a question go unanswered", async () => {
  const sent = show(CALL);
  await click("Do not answer");
  await waitFor(() => expect(sent()).toEqual({ decision: "reject", values: {}, comment: "" }));
});

it("keeps the answer in sight", () => {
  const answer: JsonObject = { decision: "approve", comment: "Green." };
  const answered_by = { id: 1, username: "linh" };
  show({ ...CALL, answered_at: "2026-03-10T12:01:00Z", answered_by, answer });
  expect(screen.getByText("Answered by linh — Green.")).toBeTruthy();
});

it("still asks for the arguments of any other call", async () => {
  const sent = show({
    ...CALL,
    payload: { ...ASKED, tool: "Shop", tool_id: "tool:t1", arguments: { id: 3 } },
  });
  expect(screen.getByLabelText("Arguments (JSON)")).toBeTruthy();
  await click("Approve");
  await waitFor(() =>
    expect(sent()).toEqual({ decision: "approve", values: { arguments: { id: 3 } }, comment: "" }),
  );
});

it("offers the fields of the output of a step that may have happened", async () => {
  const payload: Approval["payload"] = {
    kind: "outcome_unknown",
    reason: { en: "Nobody knows.", zh: "未知。" },
    call_id: "node",
    round: 0,
    tool: null,
    arguments: {},
    destination: "",
    fields: ["statusCode", "body"],
  };
  const sent = show({ ...CALL, payload, decisions: ["happened", "again", "fail"] });
  await click("It took effect");
  await waitFor(() => expect(sent()).toMatchObject({ values: { statusCode: null, body: null } }));
});

it("proposes a budget with which the run can go on", async () => {
  const payload: Approval["payload"] = {
    kind: "budget",
    run_id: "r1",
    over: "tokens",
    used: { tokens: 40, money: null },
    budget: { tokens: 100, money: null },
    needed: { tokens: 1017, money: null },
    model: "gpt",
  };
  const sent = show({ ...CALL, payload, decisions: ["raise", "fail"] });
  await click("Raise the budget");
  await waitFor(() => expect(sent()).toMatchObject({ decision: "raise", values: { budgetTokens: 1017 } }));
});

it("offers no answer to who started the run when a rule wants somebody else", () => {
  const payload = { ...ASKED, tool_id: "tool:1", someone_else: true };
  show({ ...CALL, payload, decisions: [], needs_someone_else: true });
  expect(screen.getByText(/requires someone else to answer/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByLabelText("Comment")).toBeNull();
});

const POST: JsonObject = { method: "POST", url: "https://shop.test/orders", body: { id: 3 } };
const REQUEST: Approval["payload"] = {
  ...ASKED,
  tool: "HTTP",
  tool_id: "http_request",
  arguments: POST,
};

it("names method and address of a request before it is approved", () => {
  show({ ...CALL, payload: REQUEST });
  expect(screen.getByText("POST", { selector: "strong" }).closest("p")?.textContent).toBe(
    "POST https://shop.test/orders",
  );
});

it("shows what was sent, and what had been asked for", () => {
  const sent = { ...POST, url: "https://shop.test/orders/3" };
  const answer: JsonObject = { decision: "approve", comment: "", values: { arguments: sent } };
  const answered_by = { id: 1, username: "linh" };
  show({ ...CALL, payload: REQUEST, answered_at: "2026-03-10T12:01:00Z", answered_by, answer });
  expect(screen.getByText("POST", { selector: "strong" }).closest("p")?.textContent).toBe(
    "POST https://shop.test/orders/3",
  );
  expect(screen.getByRole("region", { name: "Sent" }).textContent).toContain("https://shop.test/orders/3");
  expect(screen.getByRole("region", { name: "Asked for before the change" })).toBeTruthy();
});

it("shows that a rejected call was not sent", () => {
  const answer: JsonObject = { decision: "reject", comment: "", values: {} };
  show({ ...CALL, payload: REQUEST, answered_at: "2026-03-10T12:01:00Z", answer });
  expect(screen.getByRole("region", { name: "Not sent" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Sent" })).toBeNull();
});
