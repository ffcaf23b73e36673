import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { WorkflowInterface } from "@/api/types";
import { createDocumentStore } from "@/stores/document-store";
import { documentOf, node, toLists } from "@/test/documents";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { PublishDialog } from "./publish-dialog";
import { usePublish } from "./use-publish";

const TEXT = { en: "The input “tone” must be given now.", zh: "现在必须提供输入“tone”。" };
const BREAKS: WorkflowInterface = {
  tool: {},
  breaking: [TEXT],
  callers: [
    { kind: "agent", id: "a1", name: "Butler", node: "" },
    { kind: "workflow", id: "w2", name: "Orders", node: "Greet" },
  ],
};

const store = createDocumentStore();

function Publishing() {
  const publish = usePublish("w1", store, () => null);
  return (
    <>
      <button type="button" onClick={publish.publish}>
        Publish
      </button>
      <PublishDialog publish={publish} />
    </>
  );
}

async function publishWith(answer: WorkflowInterface) {
  store
    .getState()
    .load("w1", { ...toLists(documentOf([node("start", "start")])), revision: 1, problems: [] });
  const asked = serve({
    "GET /api/workflows/w1/interface/": () => answer,
    "POST /api/workflows/w1/versions/": () => ({ number: 2, breaking: [], callers: [] }),
  });
  renderRoutes([{ path: "/", element: <Publishing /> }], "/");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  return () => asked.filter(({ method }) => method === "POST").length;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("asks before it breaks callers, and names what breaks for whom", async () => {
  const published = await publishWith(BREAKS);
  expect(await screen.findByText(TEXT.en)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Butler" }).getAttribute("href")).toBe("/agents/a1");
  expect(screen.getByRole("link", { name: "Orders" }).getAttribute("href")).toBe("/workflows/w2");
  expect(published()).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Publish anyway" }));
  await waitFor(() => expect(published()).toBe(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("does not publish when that is not wanted", async () => {
  const published = await publishWith(BREAKS);
  await userEvent.click(await screen.findByRole("button", { name: "Do not publish" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(published()).toBe(0);
});

it.each([
  ["nobody calls it", { ...BREAKS, callers: [] }],
  ["nothing breaks", { ...BREAKS, breaking: [] }],
])("publishes at once when %s", async (_why, answer) => {
  const published = await publishWith(answer);
  await waitFor(() => expect(published()).toBe(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});
