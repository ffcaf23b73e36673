import { expect, it } from "vitest";
import { nodeToolOf } from "./config";

it.each([
  [null, null],
  [{}, null],
  [
    { type: "mcp", toolConfig: "s1", function: "echo" },
    { id: "", type: "mcp", name: "", enabled: true, config: {}, toolConfig: "s1", function: "echo" },
  ],
  [
    { id: "t1", type: "code", name: "Sum", enabled: false, config: { code: "1" }, function: 7 },
    { id: "t1", type: "code", name: "Sum", enabled: false, config: { code: "1" }, toolConfig: null },
  ],
])("the tool in %j is %j", (value, tool) => {
  expect(nodeToolOf(value)).toEqual(tool);
});
