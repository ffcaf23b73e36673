import { Button, Drawer, SegmentedControl, Skeleton } from "@mantine/core";
import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { cachedAt } from "@/api/cache";
import { useInvocations, useKnownTools, useToolConfigs, useToolTypes } from "@/api/tools";
import type { ToolType } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { QueryList, QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { SearchField } from "@/components/search-field";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { CallRow } from "@/components/tool-call/call-row";
import { inLanguage, readSchema } from "@/document/form-schema";
import { SessionList } from "@/features/tools/session-list";
import { ToolIcon } from "@/features/tools/tool-icon";
import { ToolRow } from "@/features/tools/tool-row";
import classes from "@/features/tools/tools.module.css";
import { type OpenedTool, useToolsAddress } from "@/features/tools/use-tools-address";
import { currentLanguage, type Language } from "@/i18n";
import { holdsWords } from "@/i18n/holds-words";
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

/** Every type of tool there is, also those that cannot be used yet: they say so. */
function Catalogue() {
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

function ToolTypeCard({ type }: { type: ToolType }) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const { create } = useToolsAddress();
  const needs = neededFields(type, currentLanguage());
  const reason = type.unimplemented_message ? local(type.unimplemented_message) : t("notImplementedText");
  return (
    <li className={classes.card} data-off={!type.implemented || undefined}>
      <div className={classes.cardHead}>
        <ToolIcon name={type.icon} />
        <h3 className={classes.cardTitle}>{local(type.title)}</h3>
        {!type.implemented && <span className={classes.mark}>{t("notImplemented")}</span>}
      </div>
      <p className={classes.cardText}>{type.implemented ? local(type.help) : reason}</p>
      {type.implemented && needs.length > 0 && (
        <p className={classes.quiet}>{t("needs", { fields: needs.join(t("needsJoin")) })}</p>
      )}
      <div className={classes.cardFoot}>
        <span className={classes.quiet}>{t(`effect.${type.effect}`)}</span>
        {type.kind === "builtin" ? (
          <span className={classes.quiet}>{t("builtin")}</span>
        ) : (
          type.implemented && (
            <Button size="xs" variant="default" onClick={() => create(type.type)}>
              {t("setUp")}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

/** Titles of what has to be filled in before a tool of this type can be used: required fields and keys. */
function neededFields(type: ToolType, language: Language): string[] {
  const { required = [], properties = {} } = readSchema(type.config_schema);
  return Object.entries(properties)
    .filter(([name, field]) => required.includes(name) || field["x-widget"] === "secret")
    .map(([name, field]) => inLanguage(field, language).title || name);
}
