import { Button, Drawer, SegmentedControl, Skeleton } from "@mantine/core";
import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { cachedAt } from "@/api/cache";
import { useInvocations, useKnownTools, useToolConfigs, useToolTypes } from "@/api/tools";
import { EmptyState } from "@/components/empty-state";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { QueryList } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { CallRow } from "@/features/tools/call-row";
import { Catalogue } from "@/features/tools/catalogue";
import { SessionList } from "@/features/tools/session-list";
import { ToolRow } from "@/features/tools/tool-row";
import { type OpenedTool, useToolsAddress } from "@/features/tools/use-tools-address";
import { useLocalText } from "@/i18n/local-text";

const ToolPanel = lazyComponent(
  async () => (await import("@/features/tools/tool-panel")).ToolPanel,
  () => <Skeleton height={200} />,
);

const RESULTS = ["all", "success", "failure"] as const;

export function ToolsPage() {
  const { t } = useTranslation("tools");
  const { opened, close } = useToolsAddress();
  return (
    <Page title={t("title")} text={t("text")}>
      <PageTabs
        tabs={[
          {
            name: "configured",
            title: t("tab.configured"),
            panel: (
              <>
                <ToolList />
                <SharedWithMe kind="tool" />
              </>
            ),
          },
          { name: "catalogue", title: t("tab.catalogue"), panel: <Catalogue /> },
          { name: "sessions", title: t("tab.sessions"), panel: <SessionList /> },
          { name: "calls", title: t("tab.calls"), panel: <CallList /> },
        ]}
      />
      <ToolDrawer opened={opened} onClose={close} />
    </Page>
  );
}

type Shown = (typeof RESULTS)[number];

/** Log of tool calls: caller, tool, time and result. */
function CallList() {
  const { t } = useTranslation("tools");
  const [result, setResult] = useState<Shown>("all");
  const query = useInvocations(result === "all" ? {} : { result });
  const calls = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t("calls.filter")}
        value={result}
        onChange={setResult}
        data={RESULTS.map((value) => ({ value, label: t(`calls.${value}`) }))}
      />
      <QueryList
        query={query}
        rows={calls}
        pending={<PageSkeleton rows={6} />}
        empty={<EmptyState icon="history" title={t("calls.emptyTitle")} text={t("calls.emptyText")} />}
      >
        <ul className={rows.list}>
          {calls.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </ul>
      </QueryList>
    </>
  );
}

type Props = { opened: OpenedTool | null; onClose: () => void };

/** Make, change and try one tool. Its forms are loaded when it first opens. */
function ToolDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const configs = useToolConfigs();
  const wanted = opened?.kind === "edit" ? opened.id : null;
  const known = useKnownTools([wanted]);
  const types = useToolTypes();
  const tool = known.find(({ id }) => id === wanted);
  const typeId = opened?.kind === "new" ? opened.type : tool?.type;
  const type = types.data?.find((candidate) => candidate.type === typeId);
  const isFetching = useIsFetching(cachedAt(`/api/tools/configs/${wanted}/`)) > 0;
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

function ToolList() {
  const { t } = useTranslation("tools");
  const [, setParams] = useSearchParams();
  const configs = useToolConfigs();
  const types = useToolTypes();
  const typeById = new Map(types.data?.map((type) => [type.type, type]));
  return (
    <QueryList
      query={configs}
      rows={configs.data}
      pending={<PageSkeleton rows={4} rowHeight={56} />}
      empty={
        <EmptyState icon="tools" title={t("empty.title")} text={t("empty.text")}>
          <Button onClick={() => setParams({ tab: "catalogue" })}>{t("empty.action")}</Button>
        </EmptyState>
      }
    >
      <ul className={rows.list}>
        {configs.data?.map((tool) => (
          <ToolRow key={tool.id} tool={tool} type={typeById.get(tool.type)} />
        ))}
      </ul>
    </QueryList>
  );
}
