import { Alert, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { Agent, AgentDocument } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { notifyDone } from "@/components/notify";
import { Page } from "@/components/page";
import { AboutSection, AdvancedSection, LimitsSection } from "@/features/agents/agent-sections";
import classes from "@/features/agents/agents.module.css";
import { KnowledgeSection } from "@/features/agents/knowledge-section";
import { ModelSection, PromptsSection } from "@/features/agents/model-sections";
import { OutputSection } from "@/features/agents/output-section";
import { SkillsSection } from "@/features/agents/skills-section";
import { ToolsPicker } from "@/features/agents/tools-picker";
import { useLocalText } from "@/i18n/local-text";

/** The profile of one agent; it is saved as a whole, with the revision that it started from. */
export function AgentForm({ agent }: { agent: Agent }) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<AgentDocument>(agent.document);
  const save = useMutation({
    mutationFn: () => api.agents.update(agent.id, { document: draft, revision: agent.revision }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.agent(saved.slug), saved);
      void queryClient.invalidateQueries({ queryKey: queryKeys.agents("") });
      notifyDone(t("done.saved"));
    },
  });
  const change = (changes: Partial<AgentDocument>) => setDraft((before) => ({ ...before, ...changes }));
  const errors = save.error instanceof ApiError ? save.error.errors : [];
  const errorAt = (place: string) =>
    errors.find(({ pointer }) => pointer.startsWith(`/document/${place}`))?.message;
  const section = { draft, change, errorAt };
  return (
    <Page
      title={agent.name}
      actions={
        <>
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
          <Button
            loading={save.isPending}
            disabled={draft === agent.document || !draft.name.trim()}
            onClick={() => save.mutate()}
          >
            {t("action.save")}
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
        <FormError error={save.error} />
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
    </Page>
  );
}
