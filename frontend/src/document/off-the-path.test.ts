import { describe, expect, it } from "vitest";
import type { NodeDoc } from "@/api/types";
import { NODE_TYPES } from "@/test/documents";
import { addNode } from "./add-node";
import { withDocked } from "./off-the-path";
import { applyOperations } from "./operations";
import { EMPTY_DOCUMENT, type GraphDocument } from "./types";
import { instantProblems, startKey } from "./validate";
import { availableVariables } from "./variables";

const hook = NODE_TYPES.webhook;

function withTrigger(): { document: GraphDocument; trigger: NodeDoc; start: NodeDoc } {
  if (!hook) throw new Error("the test's types have a webhook");
  const added = addNode(EMPTY_DOCUMENT, NODE_TYPES, hook, null, { language: "en" });
  const { document } = applyOperations(EMPTY_DOCUMENT, added.operations);
  const [trigger, start] = [document.nodes[added.key], document.nodes[startKey(document) ?? ""]];
  if (!trigger || !start) throw new Error("a trigger brings its start");
  return { document, trigger, start };
}

describe("a trigger", () => {
  it("is docked left of the start, which it brings along", () => {
    const { trigger, start } = withTrigger();
    expect(trigger.position.x).toBeLessThan(start.position.x);
    expect(trigger.position.y).toBe(start.position.y);
  });

  it("moves with the start", () => {
    const { document, trigger, start } = withTrigger();
    const position = { x: start.position.x + 80, y: start.position.y + 40 };
    const moves = withDocked(document, NODE_TYPES, [
      { op: "update_node", key: start.key, changes: { position } },
    ]);
    const moved = applyOperations(document, moves).document.nodes[trigger.key];
    expect(moved?.position).toEqual({ x: trigger.position.x + 80, y: trigger.position.y + 40 });
  });

  it("is never called unconnected", () => {
    const { document, trigger } = withTrigger();
    expect(instantProblems(document, NODE_TYPES).filter(({ node_key }) => node_key === trigger.key)).toEqual(
      [],
    );
  });

  it("knows only what arrives, and other nodes know it too", () => {
    const { document, trigger } = withTrigger();
    const groups = availableVariables(document, NODE_TYPES, trigger.key);
    expect(groups.map(({ id }) => id)).toEqual(["trigger"]);
    expect(groups[0]?.variables[0]?.reference).toBe("trigger.body");
    const withVariables = availableVariables(document, NODE_TYPES, trigger.key, {}, { REGION: "cn-north" });
    expect(withVariables.map(({ id }) => id)).toEqual(["trigger", "env"]);
    expect(withVariables[1]?.variables[0]).toMatchObject({ reference: "env.REGION", sample: "cn-north" });
  });
});
