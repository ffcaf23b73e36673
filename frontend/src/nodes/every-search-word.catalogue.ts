/**
 * First hits of common search words, as declared by the back end. A Python test runs this with its catalogues in the
 * files that FLOWLOOM_NODE_TYPES and FLOWLOOM_TOOL_TYPES name.
 */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { NodeTypeInfo, ToolType } from "@/api/types";
import { indexNodeTypes } from "@/document/types";
import { toolChoices, typeChoices } from "./node-choices";
import { searchChoices } from "./search";

const read = <T>(name: string): T[] => JSON.parse(readFileSync(process.env[name] ?? "", "utf8"));
const TYPES = read<NodeTypeInfo>("FLOWLOOM_NODE_TYPES");
const TOOLS = read<ToolType>("FLOWLOOM_TOOL_TYPES");
const CHOICES = [...typeChoices(TYPES), ...toolChoices(indexNodeTypes(TYPES), [], [], TOOLS)];

it.each([
  ["agent", "process"],
  ["llm", "process"],
  ["智能体", "process"],
  ["大模型", "process"],
  ["if", "condition"],
  ["如果", "condition"],
  ["else", "condition"],
  ["switch", "switch"],
  ["路由", "classifier"],
  ["webhook", "webhook"],
  ["cron", "schedule"],
  ["polling", "poll"],
  ["api", "http_request"],
  ["接口", "http_request"],
  ["openapi", "new:openapi"],
  ["swagger", "new:openapi"],
  ["database", "new:database-query"],
  ["sql", "new:database-query"],
  ["数据库", "new:database-query"],
  ["python", "code"],
  ["脚本", "code"],
  ["wait", "delay"],
  ["等待", "delay"],
  ["for each", "iteration"],
  ["批处理", "iteration"],
  ["while", "loop"],
  ["human", "approval"],
  ["审核", "approval"],
  ["variable", "assign"],
  ["变量", "assign"],
  ["edit fields", "set"],
  ["translate", "process"],
  ["钉钉", "new:notification-dingtalk"],
  ["draw", "new:ali-image-generation"],
  ["文生图", "new:ali-image-generation"],
  ["s3", "new:oss-file-read"],
  ["return", "end"],
])("words find: %j first %s", (query, id) => {
  expect(searchChoices(CHOICES, query)[0]?.id).toBe(id);
});
