import { expect, it } from "vitest";
import { readPeriod, timesOf } from "@/components/list-filter/period";

const read = (query: string) => readPeriod(new URLSearchParams(query));
const at = (...parts: [number, number, number]) => new Date(...parts).toISOString();

it.each([
  ["period=7d", { period: "7d" }],
  ["period=7d&from=2026-11-05", { period: "7d" }],
  ["period=9d&from=2026-11-05", { from: "2026-11-05" }],
  ["from=2026-11-09&to=2026-11-05", { from: "2026-11-05", to: "2026-11-09" }],
  ["from=2026-13-40&to=yesterday", {}],
  ["", {}],
])("reads %j from the address", (query, period) => {
  expect(read(query)).toEqual(period);
});

it("counts the last days from midnight, today included", () => {
  const now = new Date(2026, 2, 2, 15, 30);
  expect(timesOf({ period: "today" }, now)).toEqual({ since: at(2026, 2, 2) });
  expect(timesOf({ period: "7d" }, now)).toEqual({ since: at(2026, 1, 24) });
  expect(timesOf({ period: "30d" }, now)).toEqual({ since: at(2026, 1, 1) });
});

it("includes the last day of a range", () => {
  expect(timesOf({ from: "2026-12-31", to: "2026-12-31" })).toEqual({
    since: at(2026, 11, 31),
    until: at(2027, 0, 1),
  });
  expect(timesOf({ to: "2026-11-05" })).toEqual({ until: at(2026, 10, 6) });
  expect(timesOf({})).toEqual({});
});
