import { Alert, SegmentedControl, TagsInput, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { Agent, AgentDocument } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { NumberField } from "@/components/number-field";
import { FieldGroup, ReadOnlyFields } from "@/components/schema-form/field-group";
import { AboutSection, AdvancedSection, LimitsSection } from "@/features/agents/agent-sections";
import classes from "@/features/agents/agents.module.css";
import { ModelSection, PromptSection } from "@/features/agents/model-sections";
import { OptionalJson } from "@/features/agents/optional-json";
import type { SectionProps } from "@/features/agents/section-props";
import { ToolsSection } from "@/features/agents/tools-section";
import { useLocalText } from "@/i18n/local-text";
import type { Draft } from "@/stores/draft-store";

/** Defaults used until settings are stored. */
const RAG_DEFAULTS = { top_k: 5, threshold: 0.7, max_context_tokens: 4000 };

const AT_FIELDS = [
  ...["name", "description", "appearance/", "model/", "prompts/", "rag/", "output", "limits/"],
  ...["tool_ids_inventory", "skill_workflow_ids_inventory", "knowledge_base_references"],
  ...["core_deliberation_workflow_id", "initial_private_state_"],
].map((place) => `/document/${place}`);

/** Settings of an agent, in groups; rarely changed ones are folded. */
export function AgentSettings({ agent, draft: edited }: { agent: Agent; draft: Draft<AgentDocument> }) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const { value: draft, refusal } = useStore(edited);
  const change = (changes: Partial<AgentDocument>) => edited.change((before) => ({ ...before, ...changes }));
  const errorAt = (place: string) =>
    refusal?.errors.find(({ pointer }) => pointer.startsWith(`/document/${place}`))?.message;
  const section = { draft, change, errorAt };
  const readOnly = agent.role === "viewer";
  return (
    <div className={classes.form}>
      {readOnly && agent.taken_up && <p className={classes.readOnly}>{t("readOnly")}</p>}
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
      <ReadOnlyFields value={readOnly}>
        <AboutSection {...section} />
        <ModelSection {...section} />
        <PromptSection {...section} />
        <ToolsSection {...section} own={`agent:${agent.slug}`} />
        <ConversationSection {...section} />
        <KnowledgeSection {...section} />
        <OutputSection {...section} />
        <LimitsSection {...section} />
        <AdvancedSection {...section} />
      </ReadOnlyFields>
    </div>
  );
}

type Prompts = NonNullable<AgentDocument["prompts"]>;

/** Content of an empty conversation, previewed in the test chat during editing. */
function ConversationSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const prompts = draft.prompts ?? {};
  const set = (changes: Partial<Prompts>) => change({ prompts: { ...prompts, ...changes } });
  return (
    <div data-section="conversation">
      <FieldGroup title={t("section.conversation")} collapsed={false}>
        <Textarea
          label={t("field.greeting")}
          description={t("field.greetingHelp")}
          {...autosize(1, 6)}
          value={prompts.greeting ?? ""}
          error={errorAt("prompts/greeting")}
          onChange={(event) => set({ greeting: event.currentTarget.value })}
        />
        <TagsInput
          label={t("field.suggestions")}
          description={t("field.suggestionsHelp")}
          maxTags={8}
          splitChars={[]}
          value={prompts.suggestions ?? []}
          error={errorAt("prompts/suggestions")}
          onChange={(suggestions) => set({ suggestions })}
        />
      </FieldGroup>
    </div>
  );
}

/** Search settings for the knowledge of an agent. */
function KnowledgeSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const rag = draft.rag ?? {};
  const search = (name: "top_k" | "threshold" | "max_context_tokens") => ({
    value: rag[name] ?? RAG_DEFAULTS[name],
    error: errorAt(`rag/${name}`),
    isNeeded: true,
    onChange: (next: number | null) => next !== null && change({ rag: { ...rag, [name]: next } }),
  });
  return (
    <FieldGroup title={t("section.knowledge")} collapsed faulty={errorAt("rag") !== undefined}>
      <div className={classes.pair}>
        <NumberField
          label={t("field.topK")}
          description={t("field.topKHelp")}
          min={1}
          max={50}
          allowDecimal={false}
          {...search("top_k")}
        />
        <NumberField
          label={t("field.threshold")}
          description={t("field.thresholdHelp")}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          {...search("threshold")}
        />
        <NumberField
          label={t("field.ragTokens")}
          description={t("field.ragTokensHelp")}
          min={100}
          max={100000}
          step={500}
          allowDecimal={false}
          {...search("max_context_tokens")}
        />
      </div>
    </FieldGroup>
  );
}

type Output = NonNullable<AgentDocument["output"]>;

/** Output format of the agent: text, or JSON with its schema. */
function OutputSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const output = draft.output ?? {};
  const set = (changes: Partial<Output>) => change({ output: { ...output, ...changes } });
  return (
    <FieldGroup title={t("section.output")} collapsed faulty={errorAt("output") !== undefined}>
      <SegmentedControl
        className={classes.choice}
        aria-label={t("section.output")}
        value={output.as_json ? "json" : "text"}
        data={[
          { value: "text", label: t("field.asText") },
          { value: "json", label: t("field.asJson") },
        ]}
        onChange={(next) => set({ as_json: next === "json" })}
      />
      {output.as_json && (
        <OptionalJson
          label={t("field.schema")}
          description={t("field.schemaHelp")}
          value={output.json_schema ?? null}
          error={errorAt("output")}
          onChange={(json_schema) => set({ json_schema })}
        />
      )}
    </FieldGroup>
  );
}
