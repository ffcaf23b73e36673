/**
 * A run while it is watched: 500 events a second in a graph of 1,000 nodes, and a model's text at 100 pieces a second.
 *
 * Waiting runs are real, and what goes on in them is given to the page's own socket: no engine takes the time, and a
 * burst is one call of the test, which would else take half of the page's time with 500 a second.
 */

import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Api } from "../e2e/api";
import { ai, approval, chain, end, start } from "../e2e/documents";
import { RunPage } from "../e2e/screens/run-page";
import { expect, test } from "../e2e/story";
import type { EventOf, RunSocketMessage, WorkflowDocument } from "../src/api/types";
import { drag, watchFrames } from "./gestures";
import { SIZE } from "./size";
import { workflowOf } from "./workflow";

const EVENTS_A_SECOND = 500;
const BURST_MS = 20;
const PIECE_MS = 10;
const PIECE = "weft ";
const FIGURES = process.env.RUNNING_FIGURES ?? "test-results/running-figures.json";

test.use({ stage: "visual" });

test("a run while it is watched", async ({ page, api }) => {
  const figures = {
    events: await manyEvents(page, api),
    text: await growingText(page, api),
    past: await pastRun(page, api),
  };
  await writeFile(FIGURES, JSON.stringify(figures));
});

/** Frames while each node starts and ends. */
async function manyEvents(page: Page, api: Api): Promise<Record<string, unknown>> {
  const socket = await watchedRun(page, api, waitingGraph(SIZE.runNodes));
  const keys = Array.from({ length: SIZE.runNodes - 3 }, (_, at) => `n${at + 1}`);
  const events = keys.flatMap((key) => [started(key), succeeded(key)]);
  const frames = await watchFrames(page);
  const began = performance.now();
  const perBurst = (EVENTS_A_SECOND * BURST_MS) / 1000;
  for (let at = 0; at < events.length; at += perBurst) {
    void socket.events(events.slice(at, at + perBurst));
    await until(began + (at / perBurst + 1) * BURST_MS);
  }
  const spent_s = (performance.now() - began) / 1000;
  const measured = await frames();
  await new RunPage(page).canvas.expectStatus("n1", "succeeded");
  return { nodes: SIZE.runNodes, per_second: Math.round(events.length / spent_s), frames: measured };
}

/** Share of the main thread's time, and what the same page takes when the test only disturbs it as often. */
async function growingText(page: Page, api: Api): Promise<Record<string, unknown>> {
  const document = chain(
    start(),
    approval("ask", "Ask", { title: "Go on?" }),
    ai("write", "Write", {}),
    end({ text: "{{ nodes.write.result }}" }),
  );
  const socket = await watchedRun(page, api, document);
  const session = await page.context().newCDPSession(page);
  // Of the thread's own time: other processes may hold it up.
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  const busy_s = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const share = async (act: () => Promise<void>) => {
    const [began, before] = [performance.now(), await busy_s()];
    await act();
    return Math.round((((await busy_s()) - before) / (performance.now() - began)) * 100_000);
  };
  await socket.events([started("write")]);
  const everyPiece = (send: (at: number) => unknown) =>
    share(async () => {
      const began = performance.now();
      for (let at = 0; at < SIZE.pieces; at += 1) {
        void send(at);
        await until(began + (at + 1) * PIECE_MS);
      }
    });
  // To be told anything costs the page half a millisecond of the test's own.
  const idle_percent = await everyPiece(() => page.evaluate("0"));
  const percent = await everyPiece((at) =>
    socket.send([
      { type: "text", node_key: "write", scope: "", stream: "1", offset: PIECE.length * at, text: PIECE },
    ]),
  );
  return { pieces_per_second: 1000 / PIECE_MS, main_thread_percent: percent, idle_percent };
}

/** Frames while a hand draws through the moments and along the axis of a run that is over. */
async function pastRun(page: Page, api: Api): Promise<Record<string, unknown>> {
  const { id: workflow } = await api.createWorkflow({ name: "Past", document: workflowOf(SIZE.pastNodes) });
  const { id } = await api.startRun(workflow);
  const run = new RunPage(page);
  await run.open(id);
  await expect(run.header).toContainText("Succeeded");
  const slider = page.getByRole("slider", { name: "Moment of the run" });
  const events = Number(await slider.getAttribute("max"));
  const film = await slider.boundingBox();
  const moments = await drag(page, { x: (film?.x ?? 0) + (film?.width ?? 0) / 2, y: (film?.y ?? 0) + 4 });
  await page.getByRole("button", { name: "Back to the latest state" }).click();
  const timeline = page.getByRole("treegrid", { name: "Trace" });
  for (const key of ["+", "+", "+"]) await timeline.press(key);
  const axis = await timeline.getByRole("columnheader", { name: "When" }).boundingBox();
  const along = await drag(page, { x: (axis?.x ?? 0) + 40, y: (axis?.y ?? 0) + 10 });
  return { events, moments, axis: along };
}

/** A chain of templates behind a node that waits for a person. */
function waitingGraph(size: number): WorkflowDocument {
  const { nodes, edges } = workflowOf(size);
  const asked = { type: "approval", config: { title: "Go on?" } };
  return {
    nodes: nodes.map((node) => (node.key === "n0" ? { ...node, ...asked } : node)),
    edges: edges.map((edge) => (edge.source === "n0" ? { ...edge, source_port: "approved" } : edge)),
  };
}

/** Opens a run that waits; what is returned goes on with it, as far as the page can see. */
async function watchedRun(page: Page, api: Api, document: WorkflowDocument) {
  const { id: workflow } = await api.createWorkflow({ name: "Watched", document });
  const { id } = await api.startRun(workflow);
  await page.addInitScript(keepRunSocket);
  const run = new RunPage(page);
  await run.open(id);
  await run.canvas.expectStatus("Start", "succeeded");
  let last = await page.evaluate(() => Number(Reflect.get(window, "lastSeq")));
  const send = (messages: RunSocketMessage[]) =>
    page.evaluate(
      (texts) => {
        const socket: WebSocket = Reflect.get(window, "runSocket");
        for (const data of texts) socket.dispatchEvent(new MessageEvent("message", { data }));
      },
      messages.map((message) => JSON.stringify(message)),
    );
  const events = (facts: Fact[]) =>
    send(
      facts.map((fact) => {
        last += 1;
        return { type: "event", event: { ...fact, seq: last, at: new Date().toISOString() } };
      }),
    );
  return { send, events };
}

/** In the page: keeps the socket of a run, and the number of its last event. */
function keepRunSocket(): void {
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).includes("/ws/runs/")) return;
      Object.assign(window, { runSocket: this, lastSeq: 0 });
      this.addEventListener("message", ({ data }) => {
        const message: RunSocketMessage = JSON.parse(String(data));
        if (message.type === "event") Object.assign(window, { lastSeq: message.event.seq });
      });
    }
  };
}

type Fact = Omit<EventOf<"node_started">, "seq" | "at"> | Omit<EventOf<"node_succeeded">, "seq" | "at">;

function started(key: string): Fact {
  const payload = { scope: "", attempt: 1, node_type: "template", name: key };
  return { type: "node_started", node_key: key, payload };
}

function succeeded(key: string): Fact {
  const payload = { scope: "", output: { text: "done" }, ports: ["out"], duration_ms: 1 };
  return { type: "node_succeeded", node_key: key, payload };
}

function until(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
}
