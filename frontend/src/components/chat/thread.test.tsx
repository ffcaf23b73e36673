import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Approval, ChatPartner, Conversation, JsonObject, RunEvent } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { runEvent } from "@/test/run-events";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { FakeSocket, fakeSockets } from "@/test/socket";
import { Thread } from "./thread";
import { EMPTY_DRAFT } from "./use-drafts";

const AT = "2026-03-10T12:00:00Z";

const APPROVAL: Approval = {
  id: 7,
  run: { id: "r1" },
  workflow: { id: "w1", name: "Talk" },
  node_key: "ask",
  node_name: "Ask",
  scope: "",
  payload: { kind: "approval", title: "Publish?", message: "", fields: [] } as unknown as Approval["payload"],
  decisions: ["approve", "reject"],
  needs_someone_else: false,
  created_at: AT,
  due_at: null,
  answered_at: null,
  answered_by: null,
  answer: null,
};

const TALK: Conversation = {
  id: "c1",
  agent: null,
  title: "Tea",
  created_at: AT,
  updated_at: AT,
  turns: [
    {
      id: "t1",
      after: null,
      run: "r1",
      user_text: "Tea, please",
      attachments: [],
      status: "running",
      answer: "",
      citations: [],
      error: null,
      writers: [],
      summary: null,
      feedback: 0,
      feedback_comment: "",
      created_at: AT,
    },
  ],
};

beforeEach(fakeSockets);

it("says at the message field that a person is waited for, as long as one is", async () => {
  serve({
    "GET /api/conversations/c1/": () => TALK,
    "GET /api/runs/r1/": () => runOf({}),
    "GET /api/tools/types/": () => [],
    "GET /api/approvals/": () => ({ results: [APPROVAL], next: null, previous: null }),
  });
  const about: ChatPartner = {
    name: "Talk",
    description: "",
    greeting: "",
    suggestions: [],
    provider: "",
    files: "none",
    appearance: null,
  };
  const thread = (
    <Thread
      conversationId="c1"
      partner={{ kind: "workflow", workflow: "w1", node: "chat" }}
      about={about}
      explained={null}
      onExplain={() => {}}
      draft={EMPTY_DRAFT}
      onDraft={() => {}}
    />
  );
  renderRoutes([{ path: "/", element: thread }], "/");
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  let seq = 0;
  const receive = (type: RunEvent["type"], payload: JsonObject) => {
    seq += 1;
    const event = runEvent({ seq, type, node_key: "ask", payload, at: AT });
    act(() => FakeSocket.all.at(-1)?.receive({ type: "event", event }));
  };
  receive("node_started", { attempt: 1, node_type: "approval", name: "Ask" });
  act(() => FakeSocket.all.at(-1)?.receive({ type: "caught_up", seq }));
  expect(await screen.findByText(/^The answer is being written/)).toBeTruthy();
  receive("node_waiting", { due_at: null, wait: { kind: "approval", title: "Publish?" } });
  expect(await screen.findByText(/^The answer is waiting for a person/)).toBeTruthy();
  receive("node_resumed", { decision: "approve" });
  expect(await screen.findByText(/^The answer is being written/)).toBeTruthy();
});
