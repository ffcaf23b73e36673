import { Alert } from "@mantine/core";
import { useStore } from "zustand";
import type { Agent, AgentDocument } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { AboutSection, AdvancedSection, LimitsSection } from "@/features/agents/agent-sections";
import classes from "@/features/agents/agents.module.css";
import { ConversationSection } from "@/features/agents/conversation-section";
import { KnowledgeSection } from "@/features/agents/knowledge-section";
import { ModelSection, PromptSection } from "@/features/agents/model-sections";
import { OutputSection } from "@/features/agents/output-section";
import { ToolsSection } from "@/features/agents/tools-section";
import { useLocalText } from "@/i18n/local-text";
import type { Draft } from "@/stores/draft-store";

const AT_FIELDS = [
  ...["name", "description", "model/", "prompts/", "rag/", "output", "limits/"],
  ...["tool_ids_inventory", "skill_workflow_ids_inventory", "knowledge_base_references"],
  ...["core_deliberation_workflow_id", "initial_private_state_"],
].map((place) => `/document/${place}`);

/** Settings of an agent, in groups; rarely changed ones are folded. */
export function AgentSettings({ agent, draft: edited }: { agent: Agent; draft: Draft<AgentDocument> }) {
  const local = useLocalText();
  const { value: draft, refusal } = useStore(edited);
  const change = (changes: Partial<AgentDocument>) => edited.change((before) => ({ ...before, ...changes }));
  const errorAt = (place: string) =>
    refusal?.errors.find(({ pointer }) => pointer.startsWith(`/document/${place}`))?.message;
  const section = { draft, change, errorAt };
  return (
    <div className={classes.form}>
      {agent.problems.length > 0 && (
        <Alert variant="light" icon={<Icon name="alert-triangle" />}>
          {agent.problems.map((problem) => (
            <p key={problem.pointer + problem.code} className={classes.problem}>
              {local(problem.message)}
            </p>
          ))}
        </Alert>
      )}
      <FormError error={refusal} atFields={AT_FIELDS} />
      <AboutSection {...section} />
      <ModelSection {...section} />
      <PromptSection {...section} />
      <ToolsSection {...section} own={`agent:${agent.slug}`} />
      <ConversationSection {...section} />
      <KnowledgeSection {...section} />
      <OutputSection {...section} />
      <LimitsSection {...section} />
      <AdvancedSection {...section} />
    </div>
  );
}
