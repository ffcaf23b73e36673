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

/** What an agent is, in groups; what is seldom changed is folded. */
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
      <FormError error={refusal} />
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
