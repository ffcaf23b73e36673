import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SharedTurn } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { FakeSocket, fakeSockets } from "@/test/socket";
import { SharedPage } from "./shared-page";

const TURN: SharedTurn = {
  id: "t1",
  after: null,
  user_text: "A coat, please",
  status: "running",
  answer: "",
  citations: [],
  stream: "",
  question: null,
  created_at: "2026-03-10T12:00:00Z",
};
const QUESTION = { id: 7, text: "Which size?", due_at: null };
const ANSWER = "/api/shared/fls_x/conversations/c1/questions/7/answer/";

const socket = () => FakeSocket.all.at(-1) as FakeSocket;
const receive = (changes: Partial<SharedTurn>) =>
  act(() => socket().receive({ type: "turn", turn: { ...TURN, ...changes } }));

async function visit(right: "chat" | "read" = "chat") {
  sessionStorage.setItem("fls_x", "c1");
  const kept = { current: TURN };
  const conversation = () => ({ id: "c1", title: "", turns: [kept.current] });
  const asked = serve({
    "GET /api/shared/fls_x/": () => ({
      right,
      expires_at: null,
      partner: { name: "Tailor", description: "", greeting: "", suggestions: [] },
      conversation: right === "read" ? conversation() : null,
    }),
    "GET /api/shared/fls_x/conversations/c1/": conversation,
    [`POST ${ANSWER}`]: () => TURN,
  });
  renderRoutes([{ path: "/shared/:token", element: <SharedPage /> }], "/shared/fls_x");
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  return { asked, kept };
}

beforeEach(fakeSockets);
afterEach(() => {
  sessionStorage.clear();
});

it("lets an answer grow as it is written, and shows what was kept in the end", async () => {
  const { kept } = await visit();
  expect(socket().url).toContain("/ws/shared/fls_x/turns/t1/");
  receive({ answer: "One", stream: "agent/r1" });
  act(() => socket().receive({ type: "answer_text", stream: "agent/r1", offset: 3, text: " coat" }));
  expect(await screen.findByText("One coat")).toBeTruthy();
  kept.current = { ...TURN, status: "succeeded", answer: "One coat, in blue." };
  receive(kept.current);
  expect(await screen.findByText("One coat, in blue.")).toBeTruthy();
});

it("lets a visitor answer what the agent asks", async () => {
  const { asked } = await visit();
  receive({ status: "waiting", question: QUESTION });
  expect(await screen.findByText("Which size?")).toBeTruthy();
  expect(screen.getByText(/^The answer is waiting for a person/)).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Your answer" }), "Size 40");
  await userEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ path: ANSWER, body: { answer: "Size 40" } }));
  receive({ status: "running" });
  expect(screen.queryByText("Which size?")).toBeNull();
  expect(screen.getByText(/^The answer is being written/)).toBeTruthy();
});

it("says when somebody else is asked, and shows no form for it", async () => {
  await visit();
  receive({ status: "waiting" });
  expect(await screen.findByText("Waiting for someone to answer…")).toBeTruthy();
});

it("shows no form to who may only read", async () => {
  await visit("read");
  receive({ status: "waiting", question: QUESTION });
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("asks the server again when the link has ended", async () => {
  const { asked } = await visit();
  const before = asked.length;
  vi.stubGlobal("fetch", async () => {
    asked.push({ method: "GET", path: "", query: new URLSearchParams(), body: undefined });
    return refuse({ status: 404, code: "not_found" });
  });
  act(() => socket().lose(4404));
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  expect(FakeSocket.all).toHaveLength(1);
});

it("lets a visitor begin with a suggestion, and go on with Enter", async () => {
  const done: SharedTurn = { ...TURN, status: "succeeded", answer: "Which colour?" };
  const turns: SharedTurn[] = [];
  const address = "/api/shared/fls_x/conversations/c1/";
  const asked = serve({
    "GET /api/shared/fls_x/": () => ({
      right: "chat",
      expires_at: null,
      partner: { name: "Tailor", description: "", greeting: "Good day", suggestions: ["A coat, please"] },
      conversation: null,
    }),
    "POST /api/shared/fls_x/conversations/": () => ({ id: "c1", title: "", turns: [] }),
    [`GET ${address}`]: () => ({ id: "c1", title: "", turns }),
    [`POST ${address}`]: () => {
      turns.splice(0, 1, done);
      return done;
    },
  });
  renderRoutes([{ path: "/shared/:token", element: <SharedPage /> }], "/shared/fls_x");
  expect(await screen.findByText("Good day")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "A coat, please" }));
  expect(await screen.findByText("Which colour?")).toBeTruthy();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await userEvent.type(field, "Blue{Shift>}{Enter}{/Shift}or green{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  const posted = asked.filter(({ method, path }) => method === "POST" && path === address);
  expect(posted.map(({ body }) => body)).toEqual([
    { message: "A coat, please", after: null, key: expect.any(String) },
    { message: "Blue\nor green", after: "t1", key: expect.any(String) },
  ]);
});
