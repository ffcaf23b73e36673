import { TagsInput, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AgentDocument } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FieldGroup } from "@/components/schema-form/field-group";
import type { SectionProps } from "@/features/agents/section-props";

type Prompts = NonNullable<AgentDocument["prompts"]>;

/** Content of an empty conversation, with a live preview in the test chat. */
export function ConversationSection({ draft, change, errorAt }: SectionProps) {
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
