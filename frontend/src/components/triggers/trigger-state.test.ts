import { expect, it } from "vitest";
import type { Trigger } from "@/api/types";
import { triggerState } from "./trigger-state";

const NOW = Date.parse("2026-11-25T09:00:00Z");
const TRIGGER: Trigger = {
  workflow: { id: "w", name: "W" },
  node_key: "hook",
  name: "Webhook",
  type: "webhook",
  address: "http://localhost/hooks/t/",
  known_to: [],
  secret_names: [],
  is_live: true,
  version: 1,
  paused_at: null,
  pause_reason: "",
  resume_takes_over: false,
  failures: 0,
  next_times: [],
  ended: "",
  problem: "",
  services: [],
  listening_until: null,
  last_delivery: null,
  model: "",
};

it.each([
  [{}, undefined, "unpublished"],
  [{ enabled: false }, undefined, "off"],
  [{}, TRIGGER, "live"],
  [{ enabled: false }, TRIGGER, "ending"],
  [{}, { ...TRIGGER, paused_at: "2026-11-25T08:00:00Z" }, "paused"],
  [{}, { ...TRIGGER, ended: "Its last time has passed." }, "ended"],
  [{}, { ...TRIGGER, version: null, listening_until: "2026-11-25T09:01:00Z" }, "listening"],
  [{}, { ...TRIGGER, version: null, listening_until: "2026-11-25T08:59:00Z" }, "unpublished"],
] as const)("a trigger of %j stands as its node and the server say (%#)", (config, trigger, state) => {
  expect(triggerState(config, trigger, NOW)).toBe(state);
});
