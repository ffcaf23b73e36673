import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useToolConfigs, useToolTypes } from "@/api/queries/tools";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import rows from "@/components/rows.module.css";
import { ToolRow } from "@/features/tools/tool-row";

export function ToolList() {
  const { t } = useTranslation("tools");
  const [, setParams] = useSearchParams();
  const configs = useToolConfigs();
  const types = useToolTypes();
  if (configs.isPending) return <PageSkeleton rows={4} rowHeight={56} />;
  if (configs.isError) return <ErrorState error={configs.error} onRetry={() => void configs.refetch()} />;
  if (configs.data.length === 0) {
    return (
      <EmptyState icon="tools" title={t("empty.title")} text={t("empty.text")}>
        <Button onClick={() => setParams({ tab: "catalogue" })}>{t("empty.action")}</Button>
      </EmptyState>
    );
  }
  const typeById = new Map(types.data?.map((type) => [type.type, type]));
  return (
    <ul className={rows.list}>
      {configs.data.map((tool) => (
        <ToolRow key={tool.id} tool={tool} type={typeById.get(tool.type)} />
      ))}
    </ul>
  );
}
