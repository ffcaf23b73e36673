/** One of the knowledge bases that the person may search. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnowledgeBases } from "@/api/knowledge";
import { useSharedName } from "@/api/sharing";
import { type ControlProps, inputProps } from "../control";

export function KnowledgeBaseControl({ value, onChange, ...props }: ControlProps<string | null>) {
  const { t } = useTranslation("schema-form");
  const sharedName = useSharedName();
  const stored = useKnowledgeBases().data;
  const options = (stored ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A profile or an imported workflow may name it by its short name.
  const chosen = stored?.find(({ id, slug }) => value === id || value === slug)?.id ?? value;
  if (chosen && stored && !options.some((option) => option.value === chosen))
    options.push({ value: chosen, label: sharedName(chosen) ?? t("missingCredential") });
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={chosen || null}
      placeholder={t("noKnowledgeBase")}
      nothingFoundMessage={t("noKnowledgeBases")}
      clearable
      searchable={options.length > 6}
      onChange={onChange}
    />
  );
}
