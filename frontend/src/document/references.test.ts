import { expect, it } from "vitest";
import { renameReferences } from "./references";

const RENAMING = {
  keys: new Map([
    ["fetch", "get"],
    ["1st", "2nd_3"],
  ]),
  names: new Map([
    ["Bob's", "Ann's"],
    ["Fetch", "Get page"],
    ["Look-up", "Find"],
    ["3rd", "4th"],
  ]),
};

it.each([
  ["nodes.fetch.x", "nodes.get.x"],
  ["nodes['fetch'].x", "nodes['get'].x"],
  [`{{ nodes["Bob's"].x }}`, `{{ nodes["Ann's"].x }}`],
  ["{{ Fetch.x }} and Fetch.x", '{{ nodes["Get page"].x }} and Fetch.x'],
  ["{{-Look-up[0] }}{% if Look-up.x %}", "{{-Find[0] }}{% if Find.x %}"],
  ["{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}", "{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}"],
  ["nodes.1st.x + nodes['1st'].x", "nodes.2nd_3.x + nodes['2nd_3'].x"],
  [
    "{{ nodes.1st }} {{ nodes.1st_x }} {{ nodes.a1st }}",
    "{{ nodes.2nd_3 }} {{ nodes.1st_x }} {{ nodes.a1st }}",
  ],
  ["{{ 3rd.x }} {{ 13rd.x }} {{ nodes.a.3rd.x }}", "{{ 4th.x }} {{ 13rd.x }} {{ nodes.a.3rd.x }}"],
  ["{{ Fetch.x", '{{ nodes["Get page"].x'],
])("renames in %s", (text, renamed) => {
  expect(renameReferences({ text }, RENAMING)).toEqual({ text: renamed });
});
