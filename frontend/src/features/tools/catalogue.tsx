import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToolTypes } from "@/api/tools";
import { EmptyState } from "@/components/empty-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { ToolTypeCard } from "@/features/tools/tool-type-card";
import classes from "@/features/tools/tools.module.css";
import { holdsWords } from "@/i18n/holds-words";

/** Every type of tool there is, also those that cannot be used yet: they say so. */
export function Catalogue() {
  const { t } = useTranslation("tools");
  const types = useToolTypes();
  const [search, setSearch] = useState("");
  if (!types.isSuccess)
    return <QueryState query={types} pending={<PageSkeleton rows={3} rowHeight={120} />} />;
  const found = types.data.filter(({ title, help, keywords }) => holdsWords([title, help, keywords], search));
  const categories = [...new Set(found.map((type) => type.category))];
  return (
    <>
      <SearchField value={search} onChange={setSearch} label={t("search")} />
      {categories.map((category) => (
        <section key={category} className={classes.category}>
          <h2 className={classes.categoryTitle}>{t(`category.${category}`, category)}</h2>
          <ul className={classes.cards}>
            {found
              .filter((type) => type.category === category)
              .map((type) => (
                <ToolTypeCard key={type.type} type={type} />
              ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && <EmptyState icon="tools" title={t("none.title")} text={t("none.text")} />}
    </>
  );
}
