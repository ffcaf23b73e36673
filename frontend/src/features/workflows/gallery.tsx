import { Chip, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowTemplate } from "@/api/types";
import { useNodeTypes, useTemplates } from "@/api/workflows";
import { QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { BlankPicture, StarterCard } from "@/components/starter-card/starter-card";
import classes from "@/components/starter-card/starter-card.module.css";
import { TemplateCard } from "@/components/starter-card/template-card";
import { holdsWords } from "@/i18n/holds-words";

const ALL = "all";

type Props = {
  /** A click only selects the template; by default it opens it. */
  selected?: WorkflowTemplate | null;
  disabled: boolean;
  /** Null is the empty workflow. */
  onChoose: (template: WorkflowTemplate | null) => void;
};

/** The ready-made workflows, by category and by the words that people search for in either language. */
export function Gallery({ selected, disabled, onChoose }: Props) {
  const { t } = useTranslation("workflows");
  const templates = useTemplates();
  const types = useNodeTypes().data ?? [];
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState(ALL);
  if (templates.isError) return <QueryState query={templates} pending={null} />;
  const categories = [...new Set(templates.data?.map((template) => template.category))];
  const found = (templates.data ?? []).filter(
    ({ category: own, name, description, note }) =>
      (category === ALL || own === category) && holdsWords([name, description, note], search),
  );
  const isFiltered = category !== ALL || search.trim() !== "";
  return (
    <>
      <Group gap="sm" mb="md">
        <SearchField value={search} onChange={setSearch} label={t("gallery.search")} width={220} />
        <Chip.Group value={category} onChange={setCategory}>
          <Group gap={6} role="radiogroup" aria-label={t("gallery.categories")}>
            {[ALL, ...categories].map((one) => (
              <Chip key={one} value={one} size="xs" variant="light">
                {t(`gallery.category.${one}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      {templates.data && found.length === 0 && <p className={classes.text}>{t("gallery.none")}</p>}
      <ul className={classes.grid} aria-label={t("gallery.title")}>
        {templates.isPending &&
          ["a", "b", "c"].map((place) => (
            <li key={place}>
              <Skeleton height={168} radius="lg" />
            </li>
          ))}
        {templates.data && (!isFiltered || found.length === 0) && (
          <li>
            <StarterCard
              title={t("first.blank.title")}
              text={t("first.blank.text")}
              picture={<BlankPicture />}
              disabled={disabled}
              selected={selected === undefined ? undefined : selected === null}
              onChoose={() => onChoose(null)}
            />
          </li>
        )}
        {found.map((template) => (
          <li key={template.id}>
            <TemplateCard
              template={template}
              types={types}
              disabled={disabled}
              selected={selected === undefined ? undefined : selected?.id === template.id}
              onChoose={() => onChoose(template)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
