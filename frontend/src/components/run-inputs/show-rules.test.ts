/** The rules of the server, by the same cases: `tests/workflow_editor/nodes/test_show_rules.py`. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/api/types";
import { missingInputs, readFields, shownFields } from "./start-fields";

type Case = { kind: string; operator: string; value: string; given: Json; shown: boolean } & JsonObject;

const cases: Case[] = JSON.parse(readFileSync("../tests/show_rules.json", "utf8"));

const more = (showWhen: Json, rest: JsonObject = {}) => ({ name: "more", required: true, showWhen, ...rest });
const names = (fields: Json, inputs: JsonObject) =>
  shownFields(readFields(fields), inputs).map(({ name }) => name);

describe("a rule holds by kind and value", () => {
  it.each(cases)("$kind $operator $value: $given", ({ kind, operator, value, given, shown, ...rest }) => {
    const asked = { name: "asked", type: kind, ...rest };
    const fields = [asked, more([{ field: "asked", operator, value }])];
    expect(names(fields, { asked: given }).includes("more")).toBe(shown);
    expect(missingInputs(readFields(fields), { asked: given })).toEqual(shown ? ["more"] : []);
  });
});

it.each([
  ["all", { a: "1", b: "1" }, true],
  ["all", { a: "1" }, false],
  ["any", { b: "1" }, true],
  ["any", {}, false],
])("%s of the rules: %j", (showMatch, inputs, shown) => {
  const is = (field: string) => ({ field, operator: "is", value: "1" });
  const fields = [{ name: "a" }, { name: "b" }, more([is("a"), is("b")], { showMatch })];
  expect(names(fields, inputs).includes("more")).toBe(shown);
});

it("takes nothing from a hidden field, not even its default", () => {
  const filled = (field: string) => [{ field, operator: "is_filled" }];
  const between = { name: "between", default: "set", showWhen: filled("asked") };
  const fields = [{ name: "asked" }, between, more(filled("between"))];
  expect(names(fields, { asked: "x" })).toEqual(["asked", "between", "more"]);
  expect(names(fields, { between: "typed before" })).toEqual(["asked"]);
});

it("shows a field whose condition names none that comes before", () => {
  const is = (field: string) => ({ field, operator: "is", value: "yes" });
  for (const showMatch of ["all", "any"])
    expect(names([more([is("gone"), is("later")], { showMatch }), { name: "later" }], {})).toHaveLength(2);
});
