/** State of a trigger from its node and the server. Pure. */

import type { JsonObject, Status, Trigger } from "@/api/types";

/**
 * `unpublished`: on, but no published version has it; `ending`: live, and off in the draft; `listening`: the next request
 * becomes an example; `ended`: live, and never due again.
 */
export type TriggerState = "off" | "unpublished" | "live" | "ending" | "paused" | "listening" | "ended";

/** Colours are those of runs. */
export const STATE_COLOURS: Readonly<Record<TriggerState, Status>> = {
  off: "skipped",
  unpublished: "queued",
  live: "succeeded",
  ending: "succeeded",
  paused: "waiting",
  listening: "running",
  ended: "skipped",
};

export function isPublished(trigger: Trigger | undefined): boolean {
  return trigger?.version !== null && trigger?.version !== undefined;
}

/** @param config of the node in the draft. */
export function triggerState(config: JsonObject, trigger: Trigger | undefined, now: number): TriggerState {
  const isOn = config.enabled !== false;
  if (trigger && isPublished(trigger)) {
    if (trigger.paused_at !== null) return "paused";
    if (!isOn) return "ending";
    return trigger.ended ? "ended" : "live";
  }
  const until = trigger?.listening_until;
  if (until && Date.parse(until) > now) return "listening";
  return isOn ? "unpublished" : "off";
}
