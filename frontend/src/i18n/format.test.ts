import { beforeAll, describe, expect, it } from "vitest";
import { changeLanguage, LANGUAGES } from "@/i18n";
import { formatAgo, formatDuration, formatSpan, formatTick, formatUntil } from "@/i18n/format";

describe("formatDuration", () => {
  it.each([
    [0, "<1 ms"],
    [0.6, "<1 ms"],
    [1, "1 ms"],
    [840.4, "840 ms"],
    [3_240, "3.2 s"],
    [42_400, "42 s"],
    [125_900, "2 min 05 s"],
    [3_840_000, "1 h 04 min"],
  ])("tells %d ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

it.each([
  [1_500, "1.5 s"],
  [60_000, "1 min"],
  [61_001, "1 min 1.001 s"],
  [3_630_000, "1 h 30 s"],
  [5_400_000, "1 h 30 min"],
  [172_800_000, "48 h"],
  [1_000 * 1.1, "1.1 s"],
])("shows %d ms that somebody chose as %s", (ms, text) => {
  expect(formatSpan(ms)).toBe(text);
});

it.each([
  [0, 10, "0 ms"],
  [840, 10, "840 ms"],
  [3_240, 500, "3.2 s"],
  [3_245, 5, "3.245 s"],
  [75_250, 50, "75.25 s"],
  [75_000, 1_000, "1 min 15 s"],
  [3_845_000, 5_000, "1 h 04 min 05 s"],
  [3_840_000, 60_000, "1 h 04 min"],
])("writes %d ms among times %d ms apart as %s", (ms, step, text) => {
  expect(formatTick(ms, step)).toBe(text);
});

beforeAll(async () => {
  for (const language of [...LANGUAGES].reverse()) await changeLanguage(language);
});

describe("formatAgo", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");

  it.each([
    ["2026-03-10T11:59:30Z", "just now", "刚刚"],
    ["2026-03-10T11:59:10Z", "1 minute ago", "1分钟前"],
    ["2026-03-10T09:00:00Z", "3 hours ago", "3小时前"],
    ["2026-03-09T12:00:00Z", "yesterday", "昨天"],
    ["2026-02-10T12:00:00Z", "Feb 10, 2026", "2026年2月10日"],
    ["2026-03-10T12:00:05Z", "just now", "刚刚"],
  ])("tells %s as %s and %s", (iso, english, chinese) => {
    expect(formatAgo(iso, now, "en")).toBe(english);
    expect(formatAgo(iso, now, "zh")).toBe(chinese);
  });
});

it("says when something ends, at least a minute ahead", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  expect(formatUntil("2026-03-10T12:04:40Z", now, "en")).toBe("in 5 minutes");
  expect(formatUntil("2026-03-10T11:59:00Z", now, "zh")).toBe("1分钟后");
});
