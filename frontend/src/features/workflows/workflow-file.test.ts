import { expect, it } from "vitest";
import { NotAWorkflowError, nameOfFile, readWorkflowFile } from "@/features/workflows/workflow-file";
import { block } from "@/test/seeds";

it("reads what an export has written", () => {
  const file = { format: "flowloom", name: "Mail", description: "", document: { nodes: [], edges: [] } };
  expect(readWorkflowFile(JSON.stringify(file))).toEqual(file);
});

it("reads the interface that seed 004 prints", () => {
  const printed = block("004", "2.3.1. 示例", 0);
  expect(readWorkflowFile(printed)).toEqual(JSON.parse(printed));
});

it.each(["", "not json", "null", "[]", '{"nodes":[]}', '{"format":"n8n"}'])("refuses %j", (text) => {
  expect(() => readWorkflowFile(text)).toThrow(NotAWorkflowError);
});

it.each([
  ["summarize_text.json", "summarize_text"],
  ["a.b.json", "a.b"],
  ["plain", "plain"],
  [`${"x".repeat(200)}.json`, "x".repeat(120)],
])("names a workflow after %j", (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});
