import { expect, it } from "vitest";
import { readFilter, writeFilter } from "@/features/runs/run-filter";

it("goes to the address and back", () => {
  const filter = { status: "failed", kind: "debug", workflow: "w1" } as const;
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

it("leaves out what is not set or not known", () => {
  expect(writeFilter({ status: undefined, workflow: "" }).toString()).toBe("");
  expect(readFilter(new URLSearchParams("status=exploded&kind=run"))).toEqual({ kind: "run" });
});
