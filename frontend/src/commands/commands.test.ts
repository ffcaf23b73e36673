import { beforeEach, describe, expect, it, vi } from "vitest";
import { useUi } from "@/stores/ui-store";
import { documentOf, node } from "@/test/documents";
import { type FakeEditor, openTestEditor } from "@/test/editor";
import { addToDocument, connect, copySelection, paletteTarget, pasteText, renameNode } from "./edits";
import { commandById } from "./registry";

let editor: FakeEditor;

beforeEach(() => {
  editor = openTestEditor(
    documentOf(
      [
        node("s", "start"),
        node("a", "process", { position: { x: 336, y: 0 } }),
        node("e", "end", { position: { x: 672, y: 0 } }),
      ],
      ["s>a", "a>e"],
    ),
  );
});

const select = (...keys: string[]) => useUi.getState().select(keys);
const keys = () => editor.document.getState().order;
const paths = () =>
  Object.values(editor.document.getState().edges).map(({ source, target }) => `${source}>${target}`);

async function run(id: string, event?: KeyboardEvent): Promise<boolean> {
  const command = commandById(id);
  if (!command.when(editor)) return false;
  await command.run(editor, event);
  return true;
}

describe("editing commands", () => {
  it("delete the selection with its edges, and one undo brings all of it back", async () => {
    select("a", "e");
    await run("delete");
    expect(keys()).toEqual(["s"]);
    expect(useUi.getState().selection).toEqual([]);
    await run("undo");
    expect([...keys()].sort()).toEqual(["a", "e", "s"]);
    expect(paths().sort()).toEqual(["a>e", "s>a"]);
    await run("redo");
    expect(keys()).toEqual(["s"]);
  });

  it("delete closes the chain around a node in the middle, in the same step", async () => {
    select("a");
    await run("delete");
    expect(paths()).toEqual(["s>e"]);
    await run("undo");
    expect(paths().sort()).toEqual(["a>e", "s>a"]);
  });

  it("duplicate keeps inner edges and selects the copy, in one step", async () => {
    select("a", "e");
    await run("duplicate");
    expect(useUi.getState().selection).toEqual(["a_2", "e_2"]);
    expect(paths()).toContain("a_2>e_2");
    await run("undo");
    expect(keys()).toHaveLength(3);
  });

  it("copy and paste go through plain text", () => {
    select("a");
    const text = copySelection(editor) ?? "";
    expect(JSON.parse(text)).toMatchObject({ format: "flowloom/nodes" });
    expect(pasteText(editor, text)).toBe(true);
    expect(keys()).toContain("a_2");
    expect(pasteText(editor, "something else")).toBe(false);
  });

  it("refuse more nodes than a workflow may have, and more text than can be read", () => {
    select("a");
    const text = copySelection(editor) ?? "";
    const copied = JSON.parse(text) as { nodes: object[] };
    const many = { ...copied, nodes: Array.from({ length: 10_000 }, () => copied.nodes[0]) };
    for (const large of [JSON.stringify(many), text + " ".repeat(4_000_000)])
      expect(pasteText(editor, large)).toBe(true);
    expect(editor.notices).toHaveLength(2);
    expect(editor.notices[0]).toContain("10,000 nodes");
    expect(keys()).toHaveLength(3);
  });

  it("say what could not be pasted", () => {
    select("s");
    pasteText(editor, copySelection(editor) ?? "");
    expect(editor.notices[0]).toContain("“s”");
    expect(keys()).toHaveLength(3);
  });

  it("bypass leaves start and end alone and takes itself back", async () => {
    select("s", "a", "e");
    await run("bypass");
    const bypassed = () => Object.values(editor.document.getState().nodes).filter(({ bypass }) => bypass);
    expect(bypassed().map(({ key }) => key)).toEqual(["a"]);
    await run("bypass");
    expect(bypassed()).toEqual([]);
  });

  it("arrows move the selection, further with Shift, and merge into one step", async () => {
    select("a");
    await run("nudge", new KeyboardEvent("keydown", { key: "ArrowDown" }));
    await run("nudge", new KeyboardEvent("keydown", { key: "ArrowDown", shiftKey: true }));
    expect(editor.document.getState().nodes.a?.position).toEqual({ x: 336, y: 48 });
    await run("undo");
    expect(editor.document.getState().nodes.a?.position).toEqual({ x: 336, y: 0 });
  });

  it("walk along the edges", async () => {
    await run("next-node", new KeyboardEvent("keydown", { key: "ArrowRight" }));
    expect(useUi.getState().selection).toEqual(["s"]);
    await run("next-node", new KeyboardEvent("keydown", { key: "ArrowRight" }));
    await run("next-node", new KeyboardEvent("keydown", { key: "ArrowRight" }));
    expect(useUi.getState().selection).toEqual(["e"]);
    await run("previous-node", new KeyboardEvent("keydown", { key: "ArrowLeft" }));
    expect(useUi.getState().selection).toEqual(["a"]);
  });

  it("rename makes names unique and keeps a name that was emptied", () => {
    renameNode(editor.document, "a", "e");
    expect(editor.document.getState().nodes.a?.name).toBe("e 2");
    renameNode(editor.document, "a", "   ");
    expect(editor.document.getState().nodes.a?.name).toBe("e 2");
  });

  it("cannot be used by viewers", async () => {
    editor = openTestEditor(documentOf([node("a")]), { readOnly: true });
    select("a");
    for (const id of [
      "delete",
      "duplicate",
      "cut",
      "paste",
      "bypass",
      "rename",
      "add-node",
      "run",
      "publish",
    ]) {
      expect(await run(id), id).toBe(false);
    }
    expect(await run("copy")).toBe(true);
  });
});

describe("adding", () => {
  const type = (id: string) => {
    const found = editor.types[id];
    if (!found) throw new Error(id);
    return found;
  };

  it("from the palette goes behind the selected node", () => {
    select("a");
    addToDocument(editor, type("template"), paletteTarget(editor, type("template")));
    expect(paths()).toContain("a>template");
    expect(useUi.getState().selection).toEqual(["template"]);
  });

  it("from the palette goes behind a start that is alone, and stays loose where nothing says behind what", () => {
    for (const [nodes, expected] of [
      [[node("s", "start")], ["s>template"]],
      [[node("s", "start"), node("a", "process")], []],
    ] as const) {
      editor = openTestEditor(documentOf([...nodes]));
      addToDocument(editor, type("template"), paletteTarget(editor, type("template")));
      expect(paths()).toEqual(expected);
    }
  });

  it("takes the free port of a condition", () => {
    editor = openTestEditor(documentOf([node("c", "condition"), node("x")], ["c:true>x"]));
    select("c");
    addToDocument(editor, type("template"), paletteTarget(editor, type("template")));
    expect(Object.values(editor.document.getState().edges).at(-1)?.source_port).toBe("false");
  });

  it("into an edge is one step", async () => {
    addToDocument(editor, type("template"), { kind: "edge", edgeId: "s>a" });
    expect(paths().sort()).toEqual(["a>e", "s>template", "template>a"]);
    await run("undo");
    expect(paths().sort()).toEqual(["a>e", "s>a"]);
    expect(keys()).toHaveLength(3);
  });
});

describe("connecting", () => {
  const port = (name: string, id = "out") => ({ node: name, port: id });

  it("draws an edge", () => {
    expect(connect(editor, port("s"), port("e", "in"))).toBe(true);
    expect(paths()).toContain("s>e");
  });

  it("says why it does not", () => {
    expect(connect(editor, port("s"), port("a", "in"))).toBe(false);
    expect(editor.notices[0]).toContain("already connected");
  });
});

describe("running", () => {
  it("asks the page", async () => {
    await run("run");
    await run("command-palette");
    expect(editor.asked).toEqual(["run", "palette"]);
  });

  it("offers to stop only what runs", async () => {
    expect(await run("cancel-run")).toBe(false);
    editor.run.setState({ status: "running" });
    expect(await run("cancel-run")).toBe(true);
    expect(await run("run")).toBe(false);
  });
});

describe("the clipboard of the menu", () => {
  it("works from memory where browsers give no access", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("denied"));
    select("a");
    await run("cut");
    expect(keys()).toEqual(["s", "e"]);
    await run("paste");
    expect(keys()).toEqual(["s", "e", "a"]);
    vi.restoreAllMocks();
  });
});

it("shows how to start the workflow from outside, also to those who only read", async () => {
  editor = openTestEditor(documentOf([node("s", "start")]), { readOnly: true });
  expect(await run("use-it")).toBe(true);
  expect(useUi.getState().dialog).toBe("use");
});
