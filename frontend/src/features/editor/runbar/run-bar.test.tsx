import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { parseExactJson } from "@/lib/json";
import { DocumentStoreContext } from "@/stores/document-store";
import { RunStoreContext } from "@/stores/run-store";
import { documentOf, node } from "@/test/documents";
import { type FakeEditor, openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { RunBar } from "./run-bar";
import { useRunActions } from "./use-run-actions";

const TOPIC = { name: "topic", type: "text", title: "Topic", required: true, default: "tea" };
const DOCUMENT = documentOf(
  [node("start", "start", { config: { fields: [TOPIC] } }), node("mid", "template", { name: "Middle" })],
  ["start>mid"],
);

function Bar({ editor }: { editor: FakeEditor }) {
  const actions = useRunActions({
    document: editor.document,
    run: editor.run,
    autosave: () => null,
    isViewer: false,
  });
  return (
    <>
      <button type="button" onClick={() => actions.startAgain("mid")}>
        up to here
      </button>
      <RunBar actions={actions} />
    </>
  );
}

function open(document = DOCUMENT) {
  const editor = openTestEditor(document);
  const asked = serve({ "POST /api/workflows/w1/runs/": () => runOf({ status: "succeeded" }) });
  const element = (
    <DocumentStoreContext value={editor.document}>
      <RunStoreContext value={editor.run}>
        <Bar editor={editor} />
      </RunStoreContext>
    </DocumentStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  return () => asked.map(({ body }) => body);
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("ends the run at the node for which it asked for inputs", async () => {
  const sent = open();
  await press("up to here");
  await press("Run up to “Middle”");
  await waitFor(() => expect(sent()).toMatchObject([{ inputs: { topic: "tea" }, until_node: "mid" }]));
});

it("runs all of it from the button, also after a run up to a node was thought better of", async () => {
  const sent = open();
  await press("up to here");
  await screen.findByRole("button", { name: "Run up to “Middle”" });
  await press("Run");
  await press("Run");
  const form = await screen.findByRole("form", { name: "Run inputs" });
  await userEvent.click(form.querySelector("[type=submit]") as HTMLElement);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).not.toHaveProperty("until_node");
});

it("keeps the form open that the first half of a double click has opened", async () => {
  open();
  await userEvent.dblClick(await screen.findByRole("button", { name: "Run" }));
  expect(await screen.findByRole("form", { name: "Run inputs" })).toBeTruthy();
});

it("fills what is empty with samples, and leaves what is typed", async () => {
  const fields: JsonObject[] = [
    { name: "email", type: "text" },
    { name: "count", type: "integer", maximum: 3 },
    { name: "data", type: "json" },
    { name: "topic", type: "text" },
  ];
  const sent = open(
    documentOf([node("start", "start", { config: { fields } }), node("mid", "template")], ["start>mid"]),
  );
  await press("Run");
  await userEvent.type(await screen.findByRole("textbox", { name: "topic" }), "tea");
  await press("Fill with sample values");
  expect(screen.queryByRole("button", { name: "Fill with sample values" })).toBeNull();
  const form = within(screen.getByRole("form", { name: "Run inputs" }));
  await userEvent.click(form.getByRole("button", { name: "Run" }));
  const inputs = { email: "ada@example.com", count: 3, data: { text: "Sample text" }, topic: "tea" };
  await waitFor(() => expect(sent()).toMatchObject([{ inputs }]));
});

const WRITTEN = readFileSync("../tests/edge_values.json", "utf8");
const VALUES = Object.entries(parseExactJson(WRITTEN) as Record<string, unknown>);

it.each(VALUES)("sends what is typed as it is: %s", async (_, value) => {
  const isText = typeof value === "string";
  const fields: JsonObject[] = [{ name: "v", type: isText ? "paragraph" : "json" }];
  const sent = open(
    documentOf([node("start", "start", { config: { fields } }), node("mid", "template")], ["start>mid"]),
  );
  await press("Run");
  const field = await screen.findByRole("textbox", { name: "v" });
  await userEvent.click(field);
  if (value !== "") await userEvent.paste(isText ? value : JSON.stringify(value));
  const form = within(screen.getByRole("form", { name: "Run inputs" }));
  await userEvent.click(form.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const [body] = sent() as [{ inputs: JsonObject }];
  const typed = value === "" ? (body.inputs.v ?? "") : body.inputs.v;
  expect(JSON.stringify(typed)).toBe(JSON.stringify(value));
  if (!isText) expect(WRITTEN.replaceAll(/\s/g, "")).toContain(JSON.stringify(value));
});
