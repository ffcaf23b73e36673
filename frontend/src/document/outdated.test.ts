import { describe, expect, it } from "vitest";
import type { JsonObject, NodeDoc, RunMode } from "@/api/types";
import { documentOf, node } from "@/test/documents";
import { outdatedNodes } from "./outdated";
import type { GraphDocument } from "./types";

const EDGES = ["start>fetch", "fetch>ai", "fetch>side", "ai>each", "each>end"];
const NODES = [
  node("start", "start"),
  node("fetch", "http_request", { config: { url: "https://a" } }),
  node("ai", "process", { config: { userPrompt: "Sum up" } }),
  node("side", "template"),
  node("each", "iteration"),
  node("first", "template", { parent: "each" }),
  node("second", "template", { parent: "each" }),
  node("end", "end"),
];
const INSIDE = ["first>second"];
const RAN = documentOf(NODES, [...EDGES, ...INSIDE]);
const OUTPUTS: Record<string, JsonObject> = { ai: { result: "As it was." } };

type Change = Partial<NodeDoc>;
function changed(key: string, change: Change, from: GraphDocument = RAN): GraphDocument {
  const before = from.nodes[key];
  if (!before) throw new Error(key);
  return { ...from, nodes: { ...from.nodes, [key]: { ...before, ...change } } };
}
const outdated = (draft: GraphDocument, mode: RunMode = "live", document = RAN) =>
  [...outdatedNodes({ document, mode, outputOf: (key) => OUTPUTS[key] ?? null }, draft)].sort().join(" ");

describe("what the draft would no longer give", () => {
  const prompt = { config: { userPrompt: "Sum up in one line" } };
  const kept = { pinned_output: { result: "As it was." } };
  const other = { pinned_output: { result: "Typed." } };
  const addedSet: GraphDocument = {
    ...RAN,
    nodes: { ...RAN.nodes, names: node("names", "set") },
    order: [...RAN.order, "names"],
  };
  it.each<[string, GraphDocument, RunMode, string]>([
    ["nothing while nothing is changed", documentOf(NODES, [...EDGES, ...INSIDE]), "live", ""],
    [
      "nothing of a node that was moved and renamed",
      changed("ai", { position: { x: 9, y: 9 }, name: "Sum" }),
      "live",
      "",
    ],
    ["a node and what comes after it", changed("ai", prompt), "live", "ai each end first second"],
    ["not what lies beside it", changed("side", { bypass: true }), "live", "side"],
    [
      "what has another node before it",
      documentOf(NODES, [...EDGES, ...INSIDE, "start>side"]),
      "live",
      "side",
    ],
    [
      "what lost the node before it",
      documentOf(NODES, [...EDGES.slice(0, 2), "ai>each", "each>end", ...INSIDE]),
      "live",
      "side",
    ],
    ["a new node alone while it is not connected", addedSet, "live", "names"],
    [
      "a container by what is inside, and not the steps before",
      changed("second", { config: { template: "x" } }),
      "live",
      "each end second",
    ],
    [
      "what is inside by its container",
      changed("each", { config: { items: "{{ x }}" } }),
      "live",
      "each end first second",
    ],
    [
      "what may be tried again, as it may now end otherwise",
      changed("side", { policy: { attempts: 3 } }),
      "live",
      "side",
    ],
    ["nothing by a pin in live runs, which run the node", changed("ai", other), "live", ""],
    ["what another pin gives in test runs", changed("ai", other), "test", "ai each end first second"],
    ["nothing by a pin of what it gave", changed("ai", kept), "test", ""],
    [
      "nothing behind such a pin, whatever changes before it",
      changed("fetch", { config: {} }, changed("ai", kept)),
      "test",
      "fetch side",
    ],
    [
      "all of it in live runs, which do not use the pin",
      changed("fetch", { config: {} }, changed("ai", kept)),
      "live",
      "ai each end fetch first second side",
    ],
  ])("%s", (_name, draft, mode, expected) => {
    expect(outdated(draft, mode)).toBe(expected);
  });

  it("all passes of a loop by a step in it, and a pin that was taken away", () => {
    const loop = changed("each", { type: "loop" });
    expect(outdated(changed("second", { config: { template: "x" } }, loop), "live", loop)).toBe(
      "each end first second",
    );
    expect(outdated(RAN, "test", changed("ai", other))).toBe("ai each end first second");
  });

  it("nothing again after the change is taken back", () => {
    const back = changed("ai", { config: { userPrompt: "Sum up" } }, changed("ai", prompt));
    expect(outdated(back)).toBe("");
  });
});
