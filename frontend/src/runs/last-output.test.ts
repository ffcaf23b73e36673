import { expect, it } from "vitest";
import type { JsonObject, Status } from "@/api/types";
import { lastOutput } from "./last-output";
import { nodeView } from "./node-events";
import { EMPTY_RUN } from "./types";

type Row = { key: string; at: number; type?: string; scope?: string; status?: Status; output?: JsonObject };

function runWith(rows: readonly Row[]) {
  const views = rows.map(({ key, at, type = "template", scope = "", status = "succeeded", output = {} }) => ({
    ...nodeView(key, key, type, scope),
    status,
    output,
    finishedAt: new Date(at).toISOString(),
  }));
  return { ...EMPTY_RUN, nodes: Object.fromEntries(views.map((view) => [view.scope + view.key, view])) };
}

const FIRST: Row = { key: "a", at: 1, output: { text: "one" } };

it.each<[string, readonly Row[], string | null, JsonObject | null]>([
  ["is nothing before a node has ended", [], null, null],
  ["is that of the node that ended last", [{ ...FIRST, key: "b", at: 2 }, FIRST], "b", { text: "one" }],
  ["is no start", [FIRST, { key: "s", at: 3, type: "start" }], "a", { text: "one" }],
  ["is outside of containers", [FIRST, { key: "i", at: 3, scope: "/each.0" }], "a", { text: "one" }],
  ["has succeeded", [FIRST, { key: "f", at: 3, status: "failed" }], "a", { text: "one" }],
  ["is the result", [{ ...FIRST, output: { result: "# Yes", model: "m" } }], "a", { result: "# Yes" }],
])("the last output %s", (_name, rows, key, output) => {
  const last = lastOutput(runWith(rows));
  expect(last?.node.key ?? null).toBe(key);
  expect(last?.output ?? null).toEqual(output);
});
