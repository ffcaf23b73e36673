import { Drawer, Skeleton } from "@mantine/core";
import { useIsFetching } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useKnownTools, useToolConfigs, useToolTypes } from "@/api/queries/tools";
import { queryKeys } from "@/api/query-keys";
import { EmptyState } from "@/components/empty-state";
import { lazyComponent } from "@/components/lazy-component";
import type { OpenedTool } from "@/features/tools/use-tools-address";
import { useLocalText } from "@/i18n/local-text";

const ToolPanel = lazyComponent(
  async () => (await import("@/features/tools/tool-panel")).ToolPanel,
  () => <Skeleton height={200} />,
);

type Props = { opened: OpenedTool | null; onClose: () => void };

/** Make, change and try one tool. Its forms are loaded when it first opens. */
export function ToolDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const configs = useToolConfigs();
  const wanted = opened?.kind === "edit" ? opened.id : null;
  const known = useKnownTools([wanted]);
  const types = useToolTypes();
  const tool = known.find(({ id }) => id === wanted);
  const typeId = opened?.kind === "new" ? opened.type : tool?.type;
  const type = types.data?.find((candidate) => candidate.type === typeId);
  const isFetching = useIsFetching({ queryKey: queryKeys.toolConfig(wanted ?? "") }) > 0;
  const isLoading = configs.isPending || types.isPending || (!tool && isFetching);
  const title = tool?.name ?? (type ? t("newTitle", { type: local(type.title) }) : "");
  return (
    <Drawer opened={opened !== null} onClose={onClose} position="right" size={560} title={title}>
      {isLoading && <Skeleton height={200} />}
      {!isLoading && type && (
        <ToolPanel key={tool?.id ?? type.type} tool={tool ?? null} type={type} onClose={onClose} />
      )}
      {!isLoading && !type && <EmptyState icon="tool" title={t("missing.title")} text={t("missing.text")} />}
    </Drawer>
  );
}
