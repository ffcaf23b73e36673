import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { JsonObject, RunEvent, Turn } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { runEvent } from "@/test/run-events";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { FakeSocket, fakeSockets } from "@/test/socket";
import { TurnView } from "./turn-view";

const TURN: Turn = {
  id: "t1",
  after: null,
  run: "r1",
  user_text: "Tea, please",
  attachments: [{ file_id: "f1", name: "pot.png", media_type: "image/png", size: 9 }],
  status: "succeeded",
  answer: "At **once**.",
  citations: [],
  error: null,
  writers: ["agent"],
  summary: null,
  feedback: 0,
  feedback_comment: "",
  created_at: "2026-03-10T12:00:00Z",
};

const RUN = runOf({});

let seq = 0;
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

function receive(type: RunEvent["type"], node_key: string | null, payload: JsonObject = {}): void {
  seq += 1;
  socket().receive({ type: "event", event: runEvent({ seq, type, node_key, payload, at: RUN.created_at }) });
}

function show(changes: Partial<Turn> = {}, canAsk = true) {
  const asked = serve({
    "GET /api/tools/types/": () => [],
    "GET /api/runs/r1/": () => RUN,
    "POST /api/turns/t1/feedback/": () => TURN,
  });
  const handlers = { onPick: vi.fn(), onAgain: vi.fn(), onEnded: vi.fn(), onExplain: vi.fn() };
  const turn = { ...TURN, ...changes };
  const shown = { turn, versions: [turn, { ...turn, id: "t2" }], index: 0 };
  const view = <TurnView shown={shown} canAsk={canAsk} explained={null} {...handlers} />;
  renderRoutes([{ path: "/", element: view }], "/");
  return { ...handlers, asked };
}

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(fakeSockets);

it("shows what was said with its files, and the answer as text", async () => {
  show();
  expect(screen.getByText("Tea, please")).toBeTruthy();
  expect(screen.getByRole("link", { name: "pot.png" }).getAttribute("href")).toBe("/api/files/f1/");
  expect((await screen.findByText("once")).tagName).toBe("STRONG");
});

it("asks again with the same words, or with others", async () => {
  const { onAgain } = show();
  await click("Regenerate");
  expect(onAgain).toHaveBeenLastCalledWith(null);
  await click("Edit the question");
  const field = screen.getByRole("textbox", { name: "Question" });
  await userEvent.clear(field);
  await userEvent.type(field, "Coffee, please");
  await click("Send");
  expect(onAgain).toHaveBeenLastCalledWith("Coffee, please");
});

it("leads to another version of the answer", async () => {
  const { onPick } = show();
  expect(screen.getByText("1 / 2")).toBeTruthy();
  await click("Next version");
  expect(onPick).toHaveBeenCalledWith(1);
});

it("says why it is as it is", async () => {
  const { onExplain } = show();
  await click("Why this answer?");
  expect(onExplain).toHaveBeenCalledWith("r1");
});

it("takes a judgement", async () => {
  const { asked } = show();
  await click("Good answer");
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ value: 1 }));
});

it.each<[string, Partial<Turn>, string]>([
  ["stopped", { status: "cancelled", answer: "At" }, "Stopped."],
  [
    "failed",
    { status: "failed", answer: "", error: { code: "x", message: "No water." } as Turn["error"] },
    "No water.",
  ],
])("says that an answer was %s", (_what, changes, text) => {
  show(changes);
  expect(screen.getByText(text)).toBeTruthy();
});

it("lets the text of a called workflow grow under its call, until the result is there", async () => {
  show({ status: "running", answer: "" });
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  const call = {
    call_id: "c1",
    round: 1,
    tool_id: "workflow:brew",
    function: "brew",
    title: "Brew",
    arguments: {},
  };
  const write = (offset: number, text: string) =>
    act(() =>
      socket().receive({
        type: "child_text",
        node_key: "agent",
        scope: "",
        child_run: "r2",
        child_node: "write",
        stream: "r1",
        offset,
        text,
      }),
    );
  receive("node_started", "agent", { attempt: 1, node_type: "process", name: "Butler" });
  receive("tool_call_started", "agent", call);
  receive("child_run_started", "agent", { call_id: "c1", round: 1, run_id: "r2", title: "Brew" });
  act(() => socket().receive({ type: "caught_up", seq }));
  write(0, "First the ");
  write(10, "water.");
  expect(await screen.findByText("First the water.")).toBeTruthy();
  receive("child_run_finished", "agent", { call_id: "c1", round: 1, run_id: "r2", status: "succeeded" });
  receive("tool_call_finished", "agent", {
    ...call,
    success: true,
    result: { success: true },
    duration_ms: 3,
  });
  await waitFor(() => expect(screen.queryByText("First the water.")).toBeNull());
});

it("follows an answer while it is written, and tells when it is over", async () => {
  const { onEnded } = show({ status: "running", answer: "" });
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Regenerate" })).toBeNull();
  receive("run_started", null);
  receive("node_started", "agent", { attempt: 1, node_type: "process", name: "Butler" });
  receive("model_call_started", "agent", { round: 1, model: "small", provider: "offline" });
  receive("node_text_appended", "agent", { stream: "r1", offset: 0, text: "The kettle" });
  act(() => socket().receive({ type: "caught_up", seq }));
  expect(await screen.findByText("The kettle")).toBeTruthy();
  receive("node_text_appended", "agent", { stream: "r1", offset: 10, text: " boils." });
  expect(await screen.findByText("The kettle boils.")).toBeTruthy();
  expect(onEnded).not.toHaveBeenCalled();
  receive("run_finished", null, { status: "succeeded", output: {} });
  await waitFor(() => expect(onEnded).toHaveBeenCalled());
});
