import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/queries";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";
import { useLocalText } from "@/i18n/local-text";

const PREFIX = "workflow:";
/** As many as a profile may name. */
const MOST = 64;

/** Workflows that are the agent's skills; a profile names them with or without `workflow:`. */
export function SkillsSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const inventory = useInventory();
  const named = [...new Set(draft.skill_workflow_ids_inventory ?? [])];
  const options = (inventory.data ?? [])
    .filter(({ kind }) => kind === "workflow")
    .map(({ id, title }) => ({
      value: named.find((one) => one === id || PREFIX + one === id) ?? id.slice(PREFIX.length),
      label: local(title),
    }));
  const gone = named.filter((one) => !options.some(({ value }) => value === one));
  const mark = inventory.isSuccess ? `: ${t("tools.gone")}` : "";
  return (
    <fieldset className={classes.section}>
      <legend>{t("section.skills")}</legend>
      <MultiSelect
        label={t("field.skills")}
        description={t("field.skillsHelp")}
        data={[...options, ...gone.map((value) => ({ value, label: value + mark }))]}
        value={named}
        maxValues={MOST}
        searchable
        nothingFoundMessage={t("tools.none")}
        error={errorAt("skill_workflow_ids_inventory")}
        onChange={(skill_workflow_ids_inventory) => change({ skill_workflow_ids_inventory })}
      />
    </fieldset>
  );
}
