import { useTranslation } from "react-i18next";
import { useToolTypes } from "@/api/queries/tools";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { ToolTypeCard } from "@/features/tools/tool-type-card";
import classes from "@/features/tools/tools.module.css";

/** Every type of tool there is, also those that cannot be used yet: they say so. */
export function Catalogue() {
  const { t } = useTranslation("tools");
  const types = useToolTypes();
  if (types.isPending) return <PageSkeleton rows={3} rowHeight={120} />;
  if (types.isError) return <ErrorState error={types.error} onRetry={() => void types.refetch()} />;
  const categories = [...new Set(types.data.map((type) => type.category))];
  return categories.map((category) => (
    <section key={category} className={classes.category}>
      <h2 className={classes.categoryTitle}>{t(`category.${category}`, category)}</h2>
      <ul className={classes.cards}>
        {types.data
          .filter((type) => type.category === category)
          .map((type) => (
            <ToolTypeCard key={type.type} type={type} />
          ))}
      </ul>
    </section>
  ));
}
