import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useStore } from "zustand";
import type { Agent, AgentDocument } from "@/api/types";
import { ConflictModal } from "@/components/conflict-modal";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { SaveStateLabel } from "@/components/save-state";
import { AboutSection, AdvancedSection, LimitsSection } from "@/features/agents/agent-sections";
import classes from "@/features/agents/agents.module.css";
import { KnowledgeSection } from "@/features/agents/knowledge-section";
import { ModelSection, PromptsSection } from "@/features/agents/model-sections";
import { OutputSection } from "@/features/agents/output-section";
import { SkillsSection } from "@/features/agents/skills-section";
import { ToolsPicker } from "@/features/agents/tools-picker";
import { useAgentDraft } from "@/features/agents/use-agent-draft";
import { useLocalText } from "@/i18n/local-text";

/** The profile of one agent; it saves itself. */
export function AgentForm({ agent }: { agent: Agent }) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const edited = useAgentDraft(agent);
  const { value: draft, saveState, refusal } = useStore(edited);
  const change = (changes: Partial<AgentDocument>) => edited.change((before) => ({ ...before, ...changes }));
  const errorAt = (place: string) =>
    refusal?.errors.find(({ pointer }) => pointer.startsWith(`/document/${place}`))?.message;
  const section = { draft, change, errorAt };
  return (
    <Page
      title={agent.name}
      actions={
        <>
          <SaveStateLabel state={saveState} invalidHint={t("invalidHint")} />
          <Button component={Link} to="/agents" variant="default" leftSection={<Icon name="arrow-left" />}>
            {t("action.back")}
          </Button>
          <Button
            component={Link}
            to={`/agents/${agent.slug}/chat`}
            variant="default"
            leftSection={<Icon name="message-circle" />}
          >
            {t("action.chat")}
          </Button>
        </>
      }
    >
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
        <PromptsSection {...section} />
        <ToolsPicker
          chosen={draft.tool_ids_inventory ?? []}
          own={`agent:${agent.slug}`}
          error={errorAt("tool_ids_inventory")}
          onChange={(tool_ids_inventory) => change({ tool_ids_inventory })}
        />
        <SkillsSection {...section} />
        <KnowledgeSection {...section} />
        <OutputSection {...section} />
        <LimitsSection {...section} />
        <AdvancedSection {...section} />
      </div>
      <ConflictModal
        opened={saveState === "conflict"}
        title={t("conflict.title")}
        cause={t("conflict.someone")}
        text={t("conflict.text")}
        onSettle={(keep) => edited.settle(keep)}
      />
    </Page>
  );
}
