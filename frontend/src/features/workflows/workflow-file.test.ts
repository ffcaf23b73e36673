import { expect, it } from "vitest";
import { NotAWorkflowError, readWorkflowFile } from "@/features/workflows/workflow-file";

it("reads what an export has written", () => {
  const file = { format: "flowloom", name: "Mail", description: "", document: { nodes: [], edges: [] } };
  expect(readWorkflowFile(JSON.stringify(file))).toEqual(file);
});

it.each(["", "not json", "null", "[]", '{"nodes":[]}', '{"format":"n8n"}'])("refuses %j", (text) => {
  expect(() => readWorkflowFile(text)).toThrow(NotAWorkflowError);
});
