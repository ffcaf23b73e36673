import i18next from "i18next";
import { expect, it } from "vitest";
import { RUN_TRIGGERS } from "@/api/rules.gen";
import { writeFilter } from "@/components/list-filter/period";
import { readFilter, runQuery } from "@/features/runs/run-filter";

it("goes to the address and back", () => {
  const filter = {
    status: "failed",
    kind: "debug",
    workflow: "w1",
    trigger: "webhook",
    person: 7,
    value: "100% & “织机”",
    from: "2026-11-05",
    to: "2026-11-09",
  } as const;
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(readFilter(writeFilter({ period: "30d" }))).toEqual({ period: "30d" });
});

it("leaves out what is not set or not known", () => {
  expect(writeFilter({ status: undefined, workflow: "", period: undefined }).toString()).toBe("");
  const old = "status=exploded&kind=run&trigger=start&person=linh&value=+&period=9d";
  expect(readFilter(new URLSearchParams(old))).toEqual({ kind: "run" });
});

it("cuts a text that the server would refuse", () => {
  expect(readFilter(new URLSearchParams({ value: "x".repeat(300) })).value).toHaveLength(200);
});

it("asks the server for moments in place of days", () => {
  expect(runQuery({ from: "2026-11-05", person: 7 })).toEqual({
    person: 7,
    since: new Date(2026, 10, 5).toISOString(),
  });
});

it.each(RUN_TRIGGERS)("has a name for %s", (trigger) => {
  expect(i18next.exists(`runs:trigger.${trigger}`)).toBe(true);
});
