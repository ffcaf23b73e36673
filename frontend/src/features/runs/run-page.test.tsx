import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject, NodeDoc, RunEvent } from "@/api/types";
import { RunPage } from "@/features/runs/run-page";
import { renderRoutes } from "@/test/render";
import { runEvent } from "@/test/run-events";
import { runOf } from "@/test/runs";
import { type Asked, refuse, serve } from "@/test/server";
import { FakeSocket, fakeSockets } from "@/test/socket";

const TEXT = "Parcel 4711 is out for delivery.";

function node(key: string, name: string, type: string, x: number): NodeDoc {
  const position = { x, y: 0 };
  return {
    key,
    name,
    type,
    type_version: 1,
    config: {},
    position,
    parent: null,
    bypass: false,
    pinned_output: null,
  };
}

const RUN = runOf({
  workflow: { id: "w1", name: "Answer mail" },
  created_by: { id: 1, username: "linh" },
  inputs: { message: "Where is my parcel?" },
  document: {
    nodes: [node("start", "Start", "start", 0), node("ai", "Draft answer", "process", 300)],
    edges: [],
  },
});

const RUN_CALLS = {
  "GET /api/runs/r1/": () => RUN,
  "GET /api/node-types/": () => [],
  "GET /api/providers/": () => [],
  "GET /api/tools/types/": () => [],
  "GET /api/tools/configs/": () => [],
};

let seq = 0;
function receive(type: RunEvent["type"], nodeKey: string | null, payload: JsonObject = {}): void {
  seq += 1;
  socket().receive({
    type: "event",
    event: runEvent({ seq, type, node_key: nodeKey, payload, at: "2026-03-10T12:00:01Z" }),
  });
}

function socket(): FakeSocket {
  const last = FakeSocket.all.at(-1);
  if (!last) throw new Error("no socket was opened");
  return last;
}

async function openRun(answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({ ...RUN_CALLS, ...answers });
  const view = renderRoutes([{ path: "/runs/:id", element: <RunPage /> }], "/runs/r1");
  await screen.findByRole("heading", { name: "Answer mail" });
  await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(0));
  return { ...view, asked };
}

/** The middle of a run: the AI node has written a part of its text. */
function receiveFirstHalf(): void {
  receive("run_queued", null);
  receive("run_started", null);
  receive("node_started", "ai", { attempt: 1, node_type: "process", name: "Draft answer" });
  receive("model_call_started", "ai", { round: 1, model: "small", provider: "openai" });
  receive("node_text_appended", "ai", { stream: "r1", offset: 0, text: TEXT.slice(0, 11) });
  socket().receive({ type: "caught_up", seq });
}

beforeEach(() => {
  seq = 0;
  fakeSockets();
});

describe("the page of a run", () => {
  it("shows what has happened and grows with what happens", async () => {
    await openRun();
    act(receiveFirstHalf);
    expect(await screen.findByText(TEXT.slice(0, 11))).toBeTruthy();
    act(() => {
      receive("node_text_appended", "ai", { stream: "r1", offset: 11, text: TEXT.slice(11) });
    });
    expect(await screen.findByText(TEXT)).toBeTruthy();
  });

  it("has the same text after a refresh in the middle, from the stored events", async () => {
    const first = await openRun();
    act(receiveFirstHalf);
    await screen.findByText(TEXT.slice(0, 11));
    first.unmount();
    expect(socket().isClosed).toBe(true);

    seq = 0;
    await openRun();
    expect(socket().url).toContain("after=0");
    act(() => {
      receiveFirstHalf();
      socket().receive({
        type: "text",
        node_key: "ai",
        scope: "",
        stream: "r1",
        offset: 6,
        text: TEXT.slice(6),
      });
    });
    expect(await screen.findByText(TEXT)).toBeTruthy();
  });

  it("ends with the output, without a cancel button", async () => {
    await openRun();
    act(receiveFirstHalf);
    expect(screen.getByRole("button", { name: "Stop run" })).toBeTruthy();
    act(() => {
      receive("run_finished", null, {
        status: "succeeded",
        output: { answer: "On its way" },
        error: null,
        usage: { input_tokens: 900, output_tokens: 100 },
        duration_ms: 3200,
      });
    });
    expect(await screen.findByText("On its way")).toBeTruthy();
    expect(screen.getByText("1,000 tokens")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText("3.2 s")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Stop run" })).toBeNull();
  });

  it("asks the server to cancel, and says so until it has happened", async () => {
    const { asked } = await openRun({ "POST /api/runs/r1/cancel/": () => RUN });
    act(receiveFirstHalf);
    await userEvent.click(screen.getByRole("button", { name: "Stop run" }));
    const button = await screen.findByRole("button", { name: "Stopping…" });
    expect(button.hasAttribute("disabled")).toBe(true);
    expect(asked.filter((call) => call.method === "POST")).toHaveLength(1);
  });

  it("says when it may be behind", async () => {
    await openRun();
    act(receiveFirstHalf);
    expect(screen.queryByText("Connection lost, trying again…")).toBeNull();
    act(() => socket().lose());
    expect(await screen.findByText("Connection lost, trying again…")).toBeTruthy();
  });

  it("shows what went into a node when its step is chosen", async () => {
    const stored = { node_key: "ai", inputs: { userPrompt: "Where is parcel 4711?" }, output: {} };
    await openRun({ "GET /api/runs/r1/nodes/ai/": () => stored });
    act(() => {
      receiveFirstHalf();
      receive("node_succeeded", "ai", { output: { result: TEXT }, ports: ["out"], duration_ms: 90 });
    });
    await userEvent.click(await within(screen.getByRole("treegrid")).findByText("Draft answer"));
    expect(await screen.findByText("Where is parcel 4711?")).toBeTruthy();
  });

  it("tells what was looked up, and leads to the runs that calls have started", async () => {
    await openRun({
      "GET /api/knowledge-bases/": () => [{ id: "k1", slug: "handbook", name: "Handbook", open_count: 0 }],
    });
    const call = { call_id: "c1", round: 1, run_id: "r2", title: "Make tea" };
    act(() => {
      receiveFirstHalf();
      receive("tools_offered", "ai", { count: 2 });
      receive("knowledge_searched", "ai", {
        knowledge_base: "k1",
        found: 3,
        passages: [{}, {}],
        duration_ms: 8,
      });
      receive("knowledge_skipped", "ai", {
        knowledge_base: "old",
        code: "not_found",
        message: { en: "It is gone.", zh: "已不存在。" },
      });
      receive("tool_skipped", "ai", {
        tool_id: "tool:9",
        title: "Kettle",
        code: "not_known_here",
        message: { en: "It leaks.", zh: "漏水了。" },
      });
      receive("child_run_started", "ai", call);
      receive("child_run_finished", "ai", { ...call, status: "failed" });
    });
    expect(await screen.findByText("Handbook searched: 3 passages found · 2 in the prompt")).toBeTruthy();
    expect(screen.getByText("2 tools offered")).toBeTruthy();
    expect(screen.getByText("old was not searched: It is gone.")).toBeTruthy();
    expect(screen.getByText(/Kettle.*It leaks\./)).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Open the run of Make tea" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/runs/r2", "/runs/r2"]);
    expect(
      screen.getByText(/Run of Make tea ended/).parentElement?.querySelector("[data-status=failed]"),
    ).toBeTruthy();
  });

  it("offers the files that output nodes have written, those of passes too", async () => {
    await openRun();
    const written = { output: { content: "# Tea", format: "markdown", fileName: "tea.md" }, ports: ["out"] };
    act(() => {
      receiveFirstHalf();
      const passes: JsonObject[] = [{}, { scope: "/each.3" }];
      for (const at of passes) {
        receive("node_started", "report", { ...at, attempt: 1, node_type: "output", name: "Report" });
        receive("node_succeeded", "report", { ...at, ...written, duration_ms: 1 });
      }
    });
    const links = await screen.findAllByRole("link", { name: "Download tea.md" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/api/runs/r1/nodes/report/file/",
      "/api/runs/r1/nodes/report/file/?scope=%2Feach.3",
    ]);
  });

  it("tells of each attempt how it went", async () => {
    await openRun();
    const error = { code: "node_timeout", message: "It took longer than 5 s." };
    act(() => {
      receiveFirstHalf();
      receive("node_retry_scheduled", "ai", { attempt: 1, attempts: 3, delay_s: 1, error });
      receive("node_started", "ai", { attempt: 2, node_type: "process", name: "Draft answer" });
      receive("node_succeeded", "ai", { output: {}, ports: ["error"], duration_ms: 9, caught: error });
    });
    const timeline = within(await screen.findByRole("treegrid"));
    expect(await timeline.findByText("Attempt 2 of 3")).toBeTruthy();
    const attempts = timeline.getAllByText(/^Attempt [12]$/).map((name) => name.closest("tr"));
    expect(attempts.map((row) => row?.getAttribute("data-status"))).toEqual(["failed", "succeeded"]);
    expect(attempts[0]?.textContent).toContain("It took longer than 5 s.");
    await userEvent.click(timeline.getByText("Draft answer"));
    expect(await screen.findByText("Failed; the run continued at its error port")).toBeTruthy();
    expect(screen.getByText("Attempt 1 failed: It took longer than 5 s.")).toBeTruthy();
  });

  it("shows an earlier moment, with the text as far as it was, while the head tells what came of it", async () => {
    await openRun();
    act(() => {
      receiveFirstHalf();
      receive("node_text_appended", "ai", { stream: "r1", offset: 11, text: TEXT.slice(11) });
      receive("node_succeeded", "ai", { output: { result: TEXT }, ports: ["out"], duration_ms: 90 });
      receive("run_finished", null, { status: "succeeded", output: { answer: "On its way" }, error: null });
      socket().receive({ type: "caught_up", seq });
    });
    expect(await screen.findByText("On its way")).toBeTruthy();
    fireEvent.change(screen.getByRole("slider", { name: "Moment of the run" }), { target: { value: "5" } });
    expect(await screen.findAllByText(TEXT.slice(0, 11))).not.toHaveLength(0);
    expect(screen.queryByText("On its way")).toBeNull();
    expect(screen.queryByRole("button", { name: "Stop run" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Next event" }));
    expect(await screen.findAllByText(TEXT)).not.toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "Back to the latest state" }));
    expect(await screen.findByText("On its way")).toBeTruthy();
  });

  it("leads from a container that failed to the node and the pass in which it began", async () => {
    const inner = { ...node("calc", "Calculate", "code", 0), parent: "each" };
    const document = { nodes: [node("each", "Each", "iteration", 0), inner], edges: [] };
    const stored = { node_key: "calc", inputs: {}, output: null };
    await openRun({
      "GET /api/runs/r1/": () => ({ ...RUN, document }),
      "GET /api/runs/r1/nodes/calc/": () => stored,
    });
    const failure = { code: "code_failed", message: "No number" };
    const cause = { node_key: "calc", scope: "/each.2" };
    act(() => {
      receive("run_started", null);
      receive("node_started", "each", { attempt: 1, node_type: "iteration", name: "Each" });
      for (const index of [0, 1, 2]) {
        const scope = `/each.${index}`;
        receive("node_started", "calc", { attempt: 1, node_type: "code", name: "Calculate", scope });
        receive(index === 2 ? "node_failed" : "node_succeeded", "calc", {
          scope,
          error: failure,
          output: {},
        });
      }
      receive("node_failed", "each", { error: { ...failure, details: { cause } } });
      receive("run_finished", null, {
        status: "failed",
        error: { ...failure, node_key: "each", details: { cause } },
      });
      socket().receive({ type: "caught_up", seq });
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show “Calculate #3”" }));
    expect(await screen.findByRole("heading", { name: "Calculate" })).toBeTruthy();
    expect(screen.getByText("This node failed")).toBeTruthy();
  });

  it("says under the card of a node why it failed, in a sentence", async () => {
    await openRun();
    const error = { code: "2001", message: "The mail server did not answer.", details: {} };
    act(() => {
      receiveFirstHalf();
      receive("node_failed", "ai", { error, attempt: 1, duration_ms: 5 });
    });
    const notice = (await screen.findByText("“Draft answer” failed")).closest(".fl-notice");
    expect(notice?.textContent).toContain("The mail server did not answer.");
    expect(document.body.textContent).not.toContain("2001");
  });

  it("asks at the node what a person is asked, and takes the answer there", async () => {
    const asks = {
      id: 7,
      run: { id: "r1" },
      workflow: { id: "w1", name: "Answer mail" },
      node_key: "ai",
      node_name: "Draft answer",
      scope: "",
      payload: { kind: "approval", title: "Send it?", message: "", approvers: [] },
      decisions: ["approve", "reject"],
      needs_someone_else: false,
      created_at: "2026-03-10T12:00:00Z",
      due_at: null,
      answered_at: null,
      answered_by: null,
      answer: null,
    };
    const { asked } = await openRun({
      "GET /api/runs/r1/explain/": () => [],
      "GET /api/approvals/": () => ({ results: [asks, { ...asks, id: 8, node_key: "other" }], next: null }),
      "POST /api/approvals/7/answer/": () => asks,
    });
    act(() => {
      receiveFirstHalf();
      receive("node_waiting", "ai", { due_at: null, wait: asks.payload });
    });
    const question = await screen.findByRole("region", { name: "Draft answer · Waiting for: Approval" });
    expect(await within(question).findByRole("heading", { name: "Send it?" })).toBeTruthy();
    await userEvent.type(within(question).getByLabelText("Comment"), "Go");
    await userEvent.click(within(question).getByRole("button", { name: "Approve" }));
    const sent = () => asked.find(({ method }) => method === "POST")?.body;
    await waitFor(() => expect(sent()).toEqual({ decision: "approve", values: {}, comment: "Go" }));
  });

  it("says of a retry what it is, and leads to the run that failed", async () => {
    await openRun({ "GET /api/runs/r1/": () => ({ ...RUN, trigger: "retry", forked_from: "r0" }) });
    const source = screen.getByRole("link", { name: "Retry" });
    expect(source.getAttribute("href")).toBe("/runs/r0");
  });

  it("tells until when a node waits", async () => {
    const due_at = "2026-03-11T09:30:00Z";
    const reason = { en: "It waits until the scheduled time.", zh: "等待到时。" };
    const item = { node_key: "ai", scope: "", state: "waiting", owner: null, lease_age_s: null, reason };
    await openRun({
      "GET /api/runs/r1/explain/": () => [{ ...item, last_event: null, next_timeout: due_at }],
    });
    act(() => {
      receiveFirstHalf();
      receive("node_waiting", "ai", { due_at, wait: { kind: "delay", until: due_at } });
    });
    await waitFor(() => expect(screen.getAllByText(/^waiting until Mar 11, 2026/)).toHaveLength(2));
  });

  it("says that a run does not exist", async () => {
    serve({ "GET /api/runs/r1/": () => refuse({ status: 404, code: "not_found" }) });
    renderRoutes([{ path: "/runs/:id", element: <RunPage /> }], "/runs/r1");
    expect(await screen.findByText("Not found")).toBeTruthy();
    expect(FakeSocket.all).toHaveLength(0);
  });
});
