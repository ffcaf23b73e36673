import { Skeleton, Tabs } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ask } from "@/api/http";
import { useToolHealth, useToolUses } from "@/api/tools";
import type { ToolConfig, ToolConfigDraft, ToolHealth, ToolType, ToolUses } from "@/api/types";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { applicableOnly } from "@/components/schema-form/form-fields";
import { useSave } from "@/components/use-save";
import { ToolForm } from "@/features/tools/tool-form";
import { DraftTest, ToolTestPanel } from "@/features/tools/tool-test-panel";
import classes from "@/features/tools/tools.module.css";
import { currentLanguage } from "@/i18n";
import { formatPercent } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";

type Props = { tool: ToolConfig | null; type: ToolType; onClose: () => void };

/** Settings, trial and health of a tool. A new one is tried before it is stored, once its settings are complete. */
export function ToolPanel({ tool, type, onClose }: Props) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const [tab, setTab] = useState<string | null>("settings");
  const [draft, setDraft] = useState<ToolConfigDraft>(() => draftOf(tool, type, local(type.title)));
  const { name, description } = draft;
  const body = {
    type: type.type,
    name,
    description,
    config: applicableOnly(type.config_schema, draft.config),
  };
  const check = useSave(() => ask("post", "/api/tools/configs/draft/", { body }), {
    inPlace: true,
    onSuccess: () => setTab("test"),
  });
  const openTab = (next: string | null) => {
    if (next === "test" && tool === null) check.mutate();
    else setTab(next);
  };
  return (
    <Tabs value={tab} onChange={openTab}>
      <Tabs.List mb="md">
        <Tabs.Tab value="settings">{t("panel.settings")}</Tabs.Tab>
        <Tabs.Tab value="test" disabled={tool === null && type.gives_functions}>
          {t("panel.test")}
        </Tabs.Tab>
        <Tabs.Tab value="health" disabled={tool === null}>
          {t("panel.health")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="settings">
        <ToolForm
          tool={tool}
          type={type}
          draft={draft}
          onDraft={(change) => {
            check.reset();
            setDraft(change);
          }}
          checkError={check.error}
          onClose={onClose}
        />
      </Tabs.Panel>
      <Tabs.Panel value="test">
        {tool && <ToolTestPanel tool={tool} type={type} />}
        {tool === null && check.data && (
          <DraftTest draft={body} type={type} schema={check.data.parameters_schema} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="health">{tool && tab === "health" && <ToolHealthPanel tool={tool} />}</Tabs.Panel>
    </Tabs>
  );
}

function draftOf(tool: ToolConfig | null, type: ToolType, defaultName: string): ToolConfigDraft {
  if (tool === null) {
    return {
      type: type.type,
      name: defaultName,
      description: "",
      enabled: true,
      shared: false,
      offered_over_mcp: false,
      config: type.default_config,
    };
  }
  const { name, description, enabled, shared, offered_over_mcp, config } = tool;
  return { type: tool.type, name, description, enabled, shared, offered_over_mcp, config };
}

/** Recent health and uses of a tool. */
function ToolHealthPanel({ tool }: { tool: ToolConfig }) {
  const { t } = useTranslation("tools");
  const health = useToolHealth(tool.id);
  const uses = useToolUses(tool.id);
  return (
    <div className={classes.form}>
      <section>
        <h3 className={classes.subtitle}>{t("health.title")}</h3>
        <QueryState query={health} pending={<Skeleton height={44} />} />
        {health.data && <Health health={health.data} />}
      </section>
      <section>
        <h3 className={classes.subtitle}>{t("uses.title")}</h3>
        <QueryState query={uses} pending={<Skeleton height={44} />} />
        {uses.data && <Uses uses={uses.data} />}
      </section>
    </div>
  );
}

function Health({ health }: { health: ToolHealth }) {
  const { t } = useTranslation("tools");
  const { calls, succeeded, last_call_at: lastCall, last_error: error, last_error_at: failedAt } = health;
  if (calls === 0) return <p className={classes.quiet}>{t("health.none")}</p>;
  return (
    <>
      <p className={classes.fact}>
        <strong data-good={succeeded === calls || undefined}>
          {t("health.rate", { rate: formatPercent(succeeded / calls, currentLanguage()) })}
        </strong>{" "}
        <span className={classes.quiet}>
          {t("health.of", { count: calls, succeeded })}
          {lastCall !== null && (
            <>
              {" · "}
              {t("health.last")} <RelativeTime iso={lastCall} />
            </>
          )}
        </span>
      </p>
      {failedAt !== null && (
        <p className={classes.fact}>
          {t("health.lastError")} <RelativeTime iso={failedAt} />
          <span className={classes.failure}>{error}</span>
        </p>
      )}
    </>
  );
}

function Uses({ uses: { workflows, agents, tools, alerts } }: { uses: ToolUses }) {
  const { t } = useTranslation("tools");
  const others = [
    ...agents.map((name) => t("uses.agent", { name })),
    ...tools.map((name) => t("uses.tool", { name })),
    ...alerts.map((name) => (name ? t("uses.alert", { name }) : t("uses.alertOfAll"))),
  ];
  if (workflows.length + others.length === 0) return <p className={classes.quiet}>{t("uses.none")}</p>;
  return (
    <ul className={classes.uses}>
      {workflows.map(({ id, name, nodes }) => (
        <li key={id}>
          <Link to={`/workflows/${id}`}>{name}</Link>
          <span className={classes.quiet}>{nodes.join(" · ")}</span>
        </li>
      ))}
      {others.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
