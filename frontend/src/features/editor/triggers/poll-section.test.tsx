import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { PollPreview } from "@/api/types";
import { DocumentStoreContext } from "@/stores/document-store";
import { RunStoreContext } from "@/stores/run-store";
import { documentOf, node, toLists } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { PollSection } from "./poll-section";

const FOUND: PollPreview = {
  items: [
    { is_wanted: true, arrived: { key: "8", item: { title: "Green tea" }, is_changed: false } },
    { is_wanted: false, arrived: { key: "7", item: { title: "Black tea" }, is_changed: false } },
  ],
  total: 2,
  wanted: 1,
  problem: null,
};

function looking(found: PollPreview, readOnly = false) {
  const editor = openTestEditor(documentOf([node("when", "poll")]));
  const draft = toLists(documentOf([node("when", "poll")]));
  editor.document.getState().load("w1", { ...draft, revision: 1, problems: [] });
  const asked = serve({ "POST /api/workflows/w1/triggers/when/look/": () => found });
  const element = (
    <DocumentStoreContext value={editor.document}>
      <RunStoreContext value={editor.run}>
        <PollSection workflow="w1" nodeKey="when" trigger={undefined} readOnly={readOnly} />
      </RunStoreContext>
    </DocumentStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  return asked;
}

it("shows what is listed, and what would start a run", async () => {
  looking(FOUND);
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("2 found, 1 would start a run.")).toBeTruthy();
  expect(screen.getAllByText(/^(Starts a run|Known)$/).map((one) => one.textContent)).toEqual([
    "Starts a run",
    "Known",
  ]);
  expect(screen.getByText("Green tea")).toBeTruthy();
});

it("says why a look failed", async () => {
  const problem = { en: "The mailbox refuses.", zh: "邮箱拒绝。" };
  looking({ items: [], total: 0, wanted: 0, problem });
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("The mailbox refuses.")).toBeTruthy();
});

it("lets only those look who may edit", () => {
  looking(FOUND, true);
  expect(screen.queryByRole("button")).toBeNull();
});
