import { expect, it } from "vitest";
import { insideStatus } from "./inside-status";

it.each([
  [["succeeded", "failed", "running"], "failed"],
  [["succeeded", "running", undefined], "running"],
  [["running", "waiting"], "waiting"],
  [["succeeded", "skipped"], "succeeded"],
  [["skipped", undefined], "skipped"],
  [[undefined], undefined],
  [[], undefined],
] as const)("%j is %s", (statuses, expected) => {
  expect(insideStatus(statuses)).toBe(expected);
});
