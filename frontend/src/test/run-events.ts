import type { JsonObject, RunEvent } from "@/api/types";

type Given = {
  seq: number;
  type: RunEvent["type"];
  node_key: string | null;
  payload: JsonObject;
  at: string;
};

const FINISHED = { output: null, error: null, usage: { input_tokens: 0, output_tokens: 0 }, duration_ms: 0 };

/** An event as a test gives it: its payload has only what the test is about. */
export function runEvent(given: Given): RunEvent {
  const payload = given.type === "run_finished" ? { ...FINISHED, ...given.payload } : given.payload;
  // Which payload goes with which type is up to the test.
  return { ...given, payload } as RunEvent;
}
