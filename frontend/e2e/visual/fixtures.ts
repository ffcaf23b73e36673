/** Data for screenshots. User texts are Chinese, so every English word is one of ours. */

import { expect } from "@playwright/test";
import type { NodeDoc, Status, WorkflowDocument } from "../../src/api/types";
import type { Api } from "../api";
import { callElsewhere, signedTool } from "../credential-questions";
import { ai, approval, chain, end, form, heldTool, httpTool, start, template } from "../documents";
import type { Gate } from "../services/gate";

export const PROMPT = "请介绍城市电动公交。";
export const TOOL = "闸门";

/** The longest that there is: the call is still under way when the last look at its screen is taken. */
const CALL_LIMIT_MS = 60_000;

/** The ids of workflows and runs. */
export type Scene = {
  /** A model with a tool; its run continues when the gate opens. */
  workflow: string;
  /** A container with a card in it, and a run of it that is over. */
  list: string;
  listRun: string;
  /** Two runs of one workflow that differ. */
  runs: readonly [string, string];
};

const opening = (...fields: string[]) => ({ ...start(...fields), name: "开始节点" });
const closing = (outputs: Record<string, string>) => ({ ...end(outputs), name: "结束节点" });

export async function setScene(api: Api, gate: Gate): Promise<Scene> {
  const draft = httpTool(TOOL, gate.url);
  const tool = await api.createTool({
    ...draft,
    description: "请求一项服务。",
    config: { ...draft.config, timeout: CALL_LIMIT_MS },
  });
  const create = async (name: string, document: WorkflowDocument) =>
    (await api.createWorkflow({ name, description: "看一看。", document })).id;

  const workflow = await create(
    "公交调研",
    chain(
      opening("主题"),
      ai("ask", "提问", {
        userPrompt: PROMPT,
        tools: [heldTool(tool)],
        enabledTools: ["system:get_current_time"],
      }),
      template("note", "消息", "{{ nodes.ask.result }}"),
      closing({ 消息: "{{ nodes.note.text }}" }),
    ),
  );
  await api.rule("allow", "http_request", workflow);
  await api.place(workflow, { folder: "交通/公交", tags: ["每日", "调研"] });

  const list = await create("逐个问候", listDocument());
  const greeting = await create(
    "写问候语",
    chain(
      opening("名字"),
      template("first", "称呼", "尊敬的"),
      template("hello", "问候", "{{ nodes.first.text }}{{ inputs.名字 }}，您好"),
      closing({ 消息: "{{ nodes.hello.text }}" }),
    ),
  );
  const wait = await create("发布前确认", approvalDocument());

  await over(api, wait, { 主题: "公交" }, "waiting");

  const asked = await create("查询订单", askedDocument(gate.url));
  await api.rule("ask", "http_request", asked);
  await over(api, asked, {}, "waiting");
  const { id: signed } = await signedTool(api, "订单查询", gate.url, "查询订单。");
  await callElsewhere(api, signed, "https://orders.shop.example.com");
  return {
    workflow,
    list,
    listRun: await over(api, list, {}),
    runs: [await over(api, greeting, { 名字: "小王" }), await over(api, greeting, { 名字: "小李" })],
  };
}

/** A published workflow with one trigger of each kind that starts runs without a person. */
export async function setTriggers(api: Api): Promise<void> {
  const triggers = Object.entries({ webhook: "回调", schedule: "定时", form_trigger: "报名表" }).flatMap(
    ([type, name]) =>
      chain({ key: type, name, type, config: {} }).nodes.map((node) => ({
        ...node,
        position: { x: -336, y: 0 },
      })),
  );
  const { nodes, edges } = chain(start(), template("greet", "问候", "你好"));
  const { id } = await api.createWorkflow({
    name: "触发",
    document: { nodes: [...nodes, ...triggers], edges },
  });
  await api.publish(id);
}

/** A table with two rows; returns its id. */
export function setTable(api: Api): Promise<string> {
  const columns = [
    { key: "guest", name: "客人" },
    { key: "seats", name: "座位" },
  ];
  return api.createTable("客人名单", columns, [
    { guest: "王小明", seats: "两个" },
    { guest: "李雷", seats: "一个" },
  ]);
}

/** Starts a run and waits until it has come to a standstill. */
async function over(
  api: Api,
  workflow: string,
  inputs: Record<string, string>,
  status: Status = "succeeded",
): Promise<string> {
  const { id } = await api.startRun(workflow, inputs);
  await expect.poll(async () => (await api.run(id)).status).toBe(status);
  return id;
}

/** A call of which a rule asks a person; its arguments may be changed. */
const askedDocument = (url: string): WorkflowDocument =>
  chain(
    { ...opening(), config: { fields: [] } },
    { key: "fetch", name: "查询", type: "http_request", config: { url: `${url}orders?limit=1000` } },
    closing({ 消息: "{{ nodes.fetch.statusCode }}" }),
  );

/** A list is gone through: the card in the frame runs once for each name. */
function listDocument(): WorkflowDocument {
  const { nodes, edges } = chain(
    { ...opening(), config: { fields: [] } },
    {
      key: "each",
      name: "逐个处理",
      type: "iteration",
      config: { items: '["小王", "小李", "小张"]', output: "{{ nodes.greet.text }}" },
    },
    closing({ 消息: "{{ nodes.each.results }}" }),
  );
  const apart = (node: NodeDoc): NodeDoc => ({
    ...node,
    position: { ...node.position, x: node.position.x * 1.5 },
  });
  const inside = chain(template("greet", "问候", "{{ nodes.each.index }} 号，您好")).nodes.map((node) => ({
    ...node,
    parent: "each",
    position: { x: 40, y: 80 },
  }));
  return { nodes: [...nodes.map(apart), ...inside], edges };
}

/** Two people are asked at once: whether something may go out, and for some details. */
function approvalDocument(): WorkflowDocument {
  const { nodes, edges } = chain(
    opening("主题"),
    approval("ask", "发布审批", { title: "可以发布“{{ inputs.主题 }}”吗？", message: "请先**通读**一遍。" }),
    closing({ 备注: "{{ nodes.ask.comment }}" }),
  );
  const [asked] = chain(form("price", "填写价格", "多少钱？", "价格", "联系人")).nodes;
  if (!asked) throw new Error("a chain of one has one node");
  return {
    nodes: [...nodes, { ...asked, position: { x: 336, y: 360 } }],
    edges: [
      ...edges,
      { id: "start-price", source: "start", source_port: "out", target: "price", target_port: "in" },
    ],
  };
}
