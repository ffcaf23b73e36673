import { expect, it } from "vitest";
import { statisticsOf } from "./statistics";

const day = (succeeded: number, failed: number, cost: number) => ({
  date: "2026-11-05",
  succeeded,
  failed,
  cost,
});

it("adds up what the days hold", () => {
  expect(statisticsOf([day(3, 1, 0.5), day(0, 0, 0.25)])).toEqual({
    succeeded: 3,
    failed: 1,
    successRate: 0.75,
    cost: 0.75,
  });
});

it("knows no rate while nothing has ended", () => {
  expect(statisticsOf([day(0, 0, 0)]).successRate).toBeNull();
});
