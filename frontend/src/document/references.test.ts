import { expect, it } from "vitest";
import { renameReferences } from "./references";

const RENAMING = {
  keys: new Map([["fetch", "get"]]),
  names: new Map([
    ["Bob's", "Ann's"],
    ["Fetch", "Get page"],
    ["Look-up", "Find"],
  ]),
};

it.each([
  ["nodes.fetch.x", "nodes.get.x"],
  ["nodes['fetch'].x", "nodes['get'].x"],
  [`{{ nodes["Bob's"].x }}`, `{{ nodes["Ann's"].x }}`],
  ["{{ Fetch.x }} and Fetch.x", '{{ nodes["Get page"].x }} and Fetch.x'],
  ["{{-Look-up[0] }}{% if Look-up.x %}", "{{-Find[0] }}{% if Find.x %}"],
  ["{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}", "{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}"],
  ["{{ Fetch.x", '{{ nodes["Get page"].x'],
])("renames in %s", (text, renamed) => {
  expect(renameReferences({ text }, RENAMING)).toEqual({ text: renamed });
});
