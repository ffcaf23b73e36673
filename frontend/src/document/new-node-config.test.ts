import { describe, expect, it } from "vitest";
import type { NodeTypeInfo, Provider } from "@/api/types";
import { newNodeConfig } from "./new-node-config";
import type { NodeDoc } from "./types";

const AI = { id: "process", default_config: { provider: "offline", model: "" } } as unknown as NodeTypeInfo;
const TEMPLATE = { id: "template", default_config: { template: "" } } as unknown as NodeTypeInfo;
const provider = (id: string, changes: Partial<Provider> = {}) =>
  ({
    id,
    name: id,
    enabled: true,
    is_builtin: id === "offline",
    models: [],
    default_model: `${id}-1`,
    ...changes,
  }) as Provider;
const node = (config: object) => ({ config }) as NodeDoc;
const OFFLINE = provider("offline");

describe("a new node that asks a model", () => {
  it.each<[string, Provider[], NodeDoc[], object]>([
    ["keeps the offline model where there is nothing else", [OFFLINE], [], {}],
    ["takes the only real provider", [OFFLINE, provider("p")], [], { provider: "p", model: "p-1" }],
    [
      "takes the first of several",
      [OFFLINE, provider("p"), provider("q")],
      [],
      { provider: "p", model: "p-1" },
    ],
    ["passes over one that is switched off", [provider("p", { enabled: false }), OFFLINE], [], {}],
    [
      "follows the newest node that has a real one",
      [OFFLINE, provider("p"), provider("q")],
      [
        node({ provider: "p" }),
        node({ provider: "q", model: "large" }),
        node({ provider: "offline" }),
        node({}),
      ],
      { provider: "q", model: "large" },
    ],
    [
      "follows no provider that is gone",
      [OFFLINE, provider("p")],
      [node({ provider: "x" })],
      { provider: "p", model: "p-1" },
    ],
  ])("%s", (_name, providers, nodes, expected) => {
    expect(newNodeConfig(AI, providers, nodes)).toEqual(expected);
  });

  it("is the only kind that gets one", () => {
    expect(newNodeConfig(TEMPLATE, [provider("p")], [])).toEqual({});
  });
});

it("gives a schedule the time zone of whoever adds it", () => {
  const schedule = { id: "schedule", default_config: { timezone: "", rules: [] } } as unknown as NodeTypeInfo;
  expect(newNodeConfig(schedule, [], [])).toEqual({
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});
