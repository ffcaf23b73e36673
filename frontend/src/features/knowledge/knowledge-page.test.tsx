import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { KnowledgeBase, KnowledgeDocument, KnowledgePassage } from "@/api/knowledge";
import { BasePage } from "@/features/knowledge/base-page";
import { KnowledgePage } from "@/features/knowledge/knowledge-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const BASE: KnowledgeBase = {
  id: "k1",
  slug: "handbook",
  name: "Handbook",
  description: "How we brew",
  owner: "linh",
  shared: false,
  may_change: true,
  embedding_provider: "offline",
  embedding_model: "",
  chunk_size: 1000,
  chunk_overlap: 200,
  document_count: 2,
  open_count: 0,
  failed_count: 1,
  chunk_count: 12,
  total_size: 2048,
  embedding_tokens: 0,
  embedding_cost: 0,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
};

function document(changes: Partial<KnowledgeDocument>): KnowledgeDocument {
  return {
    id: "d1",
    name: "green.md",
    kind: "markdown",
    size: 2048,
    status: "succeeded",
    chunk_count: 12,
    chunks_done: 12,
    error: null,
    created_at: "2026-03-10T12:00:00Z",
    finished_at: "2026-03-10T12:00:01Z",
    ...changes,
  };
}

const BROKEN = document({
  id: "d2",
  name: "black.pdf",
  kind: "pdf",
  status: "failed",
  chunk_count: 0,
  chunks_done: 0,
  error: { code: "document_unreadable", message: "Save it anew." },
});
const PASSAGE: KnowledgePassage = {
  chunk_id: 1,
  document_id: "d1",
  document: "green.md",
  index: 0,
  start: 0,
  end: 20,
  page: 3,
  text: "Water of eighty degrees.",
  score: 0.9,
  similarity: 0.9,
  coverage: 0.5,
};

function open(address: string, answers: Record<string, (asked: Asked) => unknown>) {
  const asked = serve({
    "GET /api/knowledge-bases/k1/": () => BASE,
    "GET /api/knowledge-bases/k1/documents/": () => ({
      results: [document({}), BROKEN],
      next: null,
      previous: null,
    }),
    "GET /api/providers/": () => [],
    "GET /api/providers/presets/": () => [],
    ...answers,
  });
  const view = renderRoutes(
    [
      { path: "/knowledge", element: <KnowledgePage /> },
      { path: "/knowledge/:id", element: <BasePage /> },
    ],
    address,
  );
  return { ...view, asked };
}

it("begins with the first knowledge base, and opens what was made", async () => {
  const { router, asked } = open("/knowledge", {
    "GET /api/knowledge-bases/": () => [],
    "POST /api/knowledge-bases/": () => BASE,
  });
  expect(await screen.findByText("No knowledge bases yet")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "New knowledge base" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Handbook");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/knowledge/k1"));
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "Handbook",
    embedding_provider: "offline",
  });
});

it("tells in the list what is in a base and what went wrong", async () => {
  open("/knowledge", { "GET /api/knowledge-bases/": () => [BASE] });
  expect((await screen.findByRole("link", { name: "Handbook" })).getAttribute("href")).toBe("/knowledge/k1");
  for (const text of ["2 documents", "12 chunks", "1 failed", "How we brew"])
    expect(screen.getByText(text)).toBeTruthy();
});

it("says that the list could not be loaded", async () => {
  open("/knowledge", {
    "GET /api/knowledge-bases/": () => refuse({ status: 500, code: "internal_error", detail: "Broken" }),
  });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

it("says of an indexed document that it can be searched", async () => {
  open("/knowledge/k1", {});
  const row = (await screen.findByText("green.md")).closest("li");
  expect(row?.textContent).toContain("Ready");
});

it("says why a document failed, and indexes it again", async () => {
  const { asked } = open("/knowledge/k1", {
    "POST /api/knowledge-bases/k1/documents/d2/reindex/": () => ({
      ...BROKEN,
      status: "queued",
      error: null,
    }),
  });
  expect(await screen.findByText("Save it anew.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Reindex black.pdf" }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith("/d2/reindex/"))).toBe(true));
});

it("leaves readers only the reading", async () => {
  open("/knowledge/k1", { "GET /api/knowledge-bases/k1/": () => ({ ...BASE, may_change: false }) });
  expect(await screen.findByText("green.md")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Upload documents" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Settings" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete green.md" })).toBeNull();
});

it("shows what the three ways to search find beside each other", async () => {
  const { asked } = open("/knowledge/k1", {
    "POST /api/knowledge-bases/k1/search/": () => ({
      hybrid: [PASSAGE],
      vector: [PASSAGE],
      lexical: [],
      duration_ms: 4,
    }),
  });
  await userEvent.click(await screen.findByRole("tab", { name: "Test search" }));
  await userEvent.type(await screen.findByLabelText("Question"), "How hot?{Enter}");
  const vectors = within(await screen.findByRole("region", { name: "Vector" }));
  expect(vectors.getByText(PASSAGE.text)).toBeTruthy();
  expect(vectors.getByText("Page 3")).toBeTruthy();
  const words = within(screen.getByRole("region", { name: "Keyword" }));
  expect(words.getByText("No passage reaches the minimum score.")).toBeTruthy();
  const question = { query: "How hot?", top_k: 5, threshold: 0.7 };
  expect(asked.find(({ path }) => path.endsWith("/search/"))?.body).toEqual(question);
});
