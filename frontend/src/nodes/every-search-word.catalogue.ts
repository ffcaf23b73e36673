/**
 * First hits of common search words, and of sentences, as declared by the back end. A Python test runs this with its
 * catalogues in the files that FLOWLOOM_NODE_TYPES, FLOWLOOM_TOOL_TYPES and FLOWLOOM_TEMPLATES name.
 */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { NodeTypeInfo, ToolType, WorkflowTemplate } from "@/api/types";
import { isStep } from "@/document/first-step";
import { indexNodeTypes } from "@/document/types";
import { findByWords } from "./find-by-words";
import { toolChoices, typeChoices } from "./node-choices";
import { searchChoices, wordingOfNode, wordingOfTemplate } from "./search";

const read = <T>(name: string): T[] => JSON.parse(readFileSync(process.env[name] ?? "", "utf8"));
const TYPES = read<NodeTypeInfo>("FLOWLOOM_NODE_TYPES");
const TEMPLATES = read<WorkflowTemplate>("FLOWLOOM_TEMPLATES");
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
  ["start every morning", "schedule"],
  ["每天早上开始", "schedule"],
])("words find: %j first %s", (query, id) => {
  expect(searchChoices(CHOICES, query)[0]?.id).toBe(id);
});

const SHOWN_FIRST = 3;

it.each([
  ["send me a summary of my emails every morning", "schedule", "process"],
  ["every Monday, post last week's numbers to the team", "schedule"],
  ["save invoices from e-mail in a table", "poll", "tool"],
  ["send an email when an order is late", "tool"],
  ["start when Stripe calls a webhook", "webhook"],
  ["let customers fill in a form", "form_trigger"],
  ["ask my boss for approval before we publish", "approval"],
  ["write the answers into a table", "tool"],
  ["answer questions from our handbook", "knowledge_search"],
  ["a chat bot for our website", "chat_trigger"],
  ["fetch the weather from an HTTP API", "http_request"],
  ["classify incoming tickets", "classifier"],
  ["summarize long reports", "process", "summarise-long-text"],
  ["translate a text into German", "process", "translate-and-review"],
  ["repeat a step until the text is good", "loop"],
  ["do something for each product in a list", "iteration"],
  ["run some Python code", "code"],
  ["query our database", "tool"],
  ["每天早上给我发一份邮件摘要", "schedule", "poll"],
  ["每周一把销售数据发到群里", "schedule"],
  ["收到邮件后存到表格", "poll", "tool"],
  ["订单延迟时发送邮件", "tool"],
  ["别的系统调用 Webhook 时开始", "webhook"],
  ["让客户填写表单", "form_trigger"],
  ["发布之前请领导审批", "approval"],
  ["把答案写入表格", "tool"],
  ["根据知识库回答问题", "knowledge_search"],
  ["做一个聊天机器人", "chat_trigger", "bot_message"],
  ["调用 HTTP 接口查询天气", "http_request"],
  ["给工单分类", "classifier", "sort-tickets"],
  ["总结长文本", "process", "summarise-long-text"],
  ["把文章翻译成英文", "process"],
  ["循环改进直到满意", "loop", "improve-until-good"],
  ["对列表中的每个商品写文案", "iteration", "product-texts"],
  ["运行一段 Python 代码", "code"],
  ["查询数据库里的订单", "tool"],
])("words find: in %j among the first %s %s", (sentence, ...ids) => {
  const found = [
    ...findByWords(TEMPLATES, wordingOfTemplate, sentence).slice(0, SHOWN_FIRST),
    ...findByWords(TYPES.filter(isStep), wordingOfNode, sentence).slice(0, SHOWN_FIRST),
  ].map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(ids));
});
