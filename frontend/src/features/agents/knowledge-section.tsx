import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnowledgeBases } from "@/api/knowledge";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";

/** As many as a profile may name. */
const MOST = 20;

/** The knowledge bases of an agent, in the order in which they were chosen. */
export function KnowledgeSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const stored = useKnowledgeBases().data ?? [];
  const references = draft.knowledge_base_references ?? [];
  // A profile may name one by its id; whatever is not there any more can still be taken out.
  const named = references.map(({ source_id }) => source_id);
  const options = stored.map(({ id, slug, name }) => ({
    value: named.includes(id) ? id : slug,
    label: name,
  }));
  const gone = named.filter((one) => !options.some(({ value }) => value === one));
  const choose = (chosen: string[]) =>
    change({
      knowledge_base_references: chosen.map(
        (source_id) => references.find((one) => one.source_id === source_id) ?? { source_id },
      ),
    });
  return (
    <fieldset className={classes.section}>
      <legend>{t("section.knowledge")}</legend>
      <MultiSelect
        label={t("field.knowledge")}
        description={t("field.knowledgeHelp")}
        data={[...options, ...gone.map((value) => ({ value, label: `${value}: ${t("tools.gone")}` }))]}
        value={[...new Set(named)]}
        maxValues={MOST}
        searchable
        nothingFoundMessage={t("tools.none")}
        error={errorAt("knowledge_base_references")}
        onChange={choose}
      />
    </fieldset>
  );
}
