import { expect, it } from "vitest";
import { readFields } from "@/components/run-inputs/start-fields";
import { prefilled } from "./prefilled";

const FIELDS = readFields([
  { name: "topic", type: "text" },
  { name: "note", type: "paragraph" },
  { name: "size", type: "select", options: ["small", "large"] },
  { name: "count", type: "integer" },
  { name: "agreed", type: "boolean" },
  { name: "plan", type: "file" },
  { name: "data", type: "object" },
]);

it.each([
  ["topic=a%20b&note=%E7%BB%87", { topic: "a b", note: "织" }],
  ["topic=", { topic: "" }],
  ["size=large", { size: "large" }],
  ["size=huge", {}],
  ["count=3", { count: 3 }],
  ["count=three&count=4", {}],
  ["count=Infinity", {}],
  ["count=", {}],
  ["agreed=true", { agreed: true }],
  ["agreed=0", { agreed: false }],
  ["agreed=maybe", {}],
  ["plan=x&data=%7B%7D&unknown=1&draft", {}],
  ["__proto__=x", {}],
])("reads %s", (query, values) => {
  expect(prefilled(FIELDS, new URLSearchParams(query))).toEqual(values);
});
