/** Rows that are drawn by their schema, days and time zones: the settings of a schedule. */

import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { changeLanguage, startI18n } from "@/i18n";
import { preloadControls } from "./controls/controls";
import { EMPTY_CONTEXT } from "./form-context";
import { rowsSpec } from "./row-columns";
import { SchemaForm } from "./schema-form";

beforeAll(preloadControls);

const words = (en: string, zh: string) => ({ en, zh });
const titled = (en: string, zh: string) => ({ title: en, "x-translations": { zh: { title: zh } } });
const SCHEMA: JsonObject = {
  properties: {
    rules: {
      ...titled("When", "何时"),
      type: "array",
      "x-widget": "rows",
      items: {
        properties: {
          kind: {
            ...titled("Repeats", "重复"),
            type: "string",
            enum: ["minutes", "weekly"],
            default: "weekly",
            "x-enum-labels": {
              minutes: words("Minutes", "按分钟"),
              weekly: words("Every week", "每周"),
            },
            "x-summary": [
              [
                {
                  text: words("Every minute", "每分钟"),
                  when: { kind: ["minutes"], every: [1] },
                  missing: false,
                },
                {
                  text: words("Every {every} minutes", "每 {every} 分钟"),
                  when: { kind: ["minutes"] },
                  missing: false,
                },
              ],
            ],
          },
          every: {
            ...titled("Every", "间隔"),
            type: "integer",
            minimum: 1,
            maximum: 999,
            default: 1,
            "x-show-if": { kind: ["minutes"] },
          },
          weekdays: {
            ...titled("Days", "星期几"),
            type: "array",
            items: {
              type: "string",
              enum: ["mon", "tue"],
              "x-enum-labels": { mon: words("Monday", "周一"), tue: words("Tuesday", "周二") },
            },
            default: ["mon"],
            "x-show-if": { kind: ["weekly"] },
          },
          times: {
            ...titled("At", "时间"),
            type: "array",
            items: { type: "string" },
            default: ["09:00"],
            "x-show-if": { kind: ["weekly"] },
          },
        },
      },
    },
    timezone: { ...titled("Time zone", "时区"), type: "string", default: "", "x-widget": "time-zone" },
    start: { ...titled("First day", "第一天"), type: "string", default: "", "x-widget": "day" },
  },
};

let latest: JsonObject = {};

function Form({ start }: { start: JsonObject }) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <MantineProvider env="test">
      <SchemaForm schema={SCHEMA} value={value} onChange={setValue} errors={{}} context={EMPTY_CONTEXT} />
    </MantineProvider>
  );
}

beforeAll(() => startI18n("en"));

it("adds a row with the defaults of its fields, and shows those that count", async () => {
  render(<Form start={{ rules: [] }} />);
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(latest.rules).toEqual([{ kind: "weekly", every: 1, weekdays: ["mon"], times: ["09:00"] }]);
  const rows = within(screen.getByRole("list", { name: "When" }));
  expect(rows.getAllByText("Monday")).not.toEqual([]);
  expect(rows.queryByLabelText("Every")).toBeNull();
});

it("takes times as they are typed, and several at once", async () => {
  render(<Form start={{ rules: [{ kind: "weekly", weekdays: ["tue"], times: [] }] }} />);
  await userEvent.type(screen.getByPlaceholderText("At"), "8:00,18:30 ");
  expect(latest.rules).toMatchObject([{ times: ["8:00", "18:30"] }]);
});

it("takes a number with its word in front", async () => {
  render(<Form start={{ rules: [{ kind: "minutes", every: 5 }] }} />);
  const field = screen.getByLabelText("Every");
  expect(field).toHaveProperty("value", "Every 5");
  await userEvent.type(field, "0");
  expect(latest.rules).toMatchObject([{ every: 50 }]);
});

it.each([
  ["en", 1, "Repeats", "Every minute"],
  ["en", 5, "Repeats", "Every 5 minutes"],
  ["zh", 1, "重复", "每分钟"],
  ["zh", 5, "重复", "每 5 分钟"],
] as const)("says in words how a row repeats, %s, every %d", async (language, every, label, words) => {
  await changeLanguage(language);
  render(<Form start={{ rules: [{ kind: "minutes", every }] }} />);
  expect(screen.getByRole("combobox", { name: label })).toHaveProperty("value", words);
  await changeLanguage("en");
});

it("offers the time zones by parts of their names, and takes others", async () => {
  render(<Form start={{}} />);
  await userEvent.type(screen.getByLabelText("Time zone"), "shang");
  await userEvent.click(await screen.findByRole("option", { name: "Asia/Shanghai" }));
  expect(latest.timezone).toBe("Asia/Shanghai");
});

it("takes a day from the calendar", async () => {
  render(<Form start={{}} />);
  await userEvent.type(screen.getByLabelText("First day"), "2026-12-01");
  expect(latest.start).toBe("2026-12-01");
});

it("give several values a line of their own", () => {
  const cells = { kind: { type: "string" }, times: { type: "array", items: { type: "string" } } };
  const spec = rowsSpec({ type: "array", "x-widget": "rows", items: { properties: cells } }, "en");
  expect(spec?.columns.map(({ key, wide }) => [key, wide])).toEqual([
    ["kind", false],
    ["times", true],
  ]);
});
