import { expect, it } from "vitest";
import { NotAnAgentError, readAgentFile } from "@/features/agents/agent-file";
import { block } from "@/test/seeds";

it("reads what an export has written", () => {
  expect(readAgentFile('{"name": "Cook"}')).toEqual({ name: "Cook" });
});

it("reads the profile that seed 004 prints, with its comments and without a name", () => {
  const tools = [
    "system:get_current_time",
    "kb:Query",
    "workflow:summarize_text",
    "workflow:generate_image_from_prompt",
  ];
  const printed = block("004", "2.2. 基于命名空间的工具来源识别", 0);
  expect(printed).toContain("// ...");
  expect(readAgentFile(printed)).toEqual({ tool_ids_inventory: tools });
});

it.each(["", "not json", "null", "[]", "{}", '{"name":"A","nodes":[]}'])("refuses %j", (text) => {
  expect(() => readAgentFile(text)).toThrow(NotAnAgentError);
});
