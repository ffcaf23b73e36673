import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { EditorContext } from "@/commands/editor-context";
import { DocumentStoreContext } from "@/stores/document-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { ProblemsList } from "./problems-list";

const config = { url: "https://api.example.com/?api_key=s3cret", method: "GET" };
const moved = {
  ...config,
  url: "https://api.example.com/?api_key={token}",
  authType: "path",
  credential: "c1",
};
const problem = {
  code: "key_in_address",
  severity: "warning" as const,
  message: { en: "A key.", zh: "" },
  node_key: "a",
  edge_id: null,
  field: "/url",
};

function show(readOnly = false) {
  const editor = openTestEditor(documentOf([{ ...node("a", "http_request"), config }]), { readOnly });
  editor.document.setState({ problems: [problem] });
  const list = (
    <EditorContext value={editor}>
      <DocumentStoreContext value={editor.document}>
        <ProblemsList />
      </DocumentStoreContext>
    </EditorContext>
  );
  renderRoutes([{ path: "/", element: list }], "/");
  return editor.document;
}

it("moves a key to a credential in one edit that can be undone", async () => {
  const asked = serve({
    "GET /api/node-types/": () => [],
    "GET /api/credentials/": () => [],
    "POST /api/credentials/from-request/": () => ({ credential: { id: "c1" }, config: moved }),
  });
  const document = show();
  await userEvent.click(screen.getByRole("button", { name: "Move to a credential" }));
  await waitFor(() => expect(document.getState().nodes.a?.config).toEqual(moved));
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({ config, type: "http-request" });
  expect(screen.queryByRole("button", { name: "Move to a credential" })).toBeNull();
  document.getState().undo();
  expect(document.getState().nodes.a?.config).toEqual(config);
});

it("offers nothing to readers", () => {
  serve({});
  show(true);
  expect(screen.getByText("A key.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Move to a credential" })).toBeNull();
});
