/** An agent with a tool, a knowledge base and a workflow, with Chinese names as in the other scene. */

import type { Api } from "../api";
import { chain, end, start } from "../documents";

export const AGENT = "出行助手";

/** The ids of what the looks are taken of. */
export type AgentScene = { agent: string; base: string; workflow: string };

export async function setAgentScene(api: Api): Promise<AgentScene> {
  const { slug } = await api.createAgent({
    id: "travel",
    name: AGENT,
    description: "回答出行问题。",
    model: {
      offline_script: [
        { text: "我看一下时间。", toolCalls: [{ tool: "system:get_current_time" }] },
        { text: "现在是**三点**。" },
      ],
    },
    prompts: { system: "你是出行助手。", greeting: "您好！", suggestions: ["现在几点？"] },
    tool_ids_inventory: ["system:get_current_time"],
  });
  const base = await api.createKnowledgeBase("公交知识");
  const { id } = await api.createWorkflow({
    name: "公交问答",
    description: "看一看。",
    document: chain(
      { ...start("主题"), name: "开始节点" },
      { ...end({ 消息: "{{ inputs.主题 }}" }), name: "结束节点" },
    ),
  });
  return { agent: slug, base: base.id, workflow: id };
}
