import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useToolHealth, useToolUses } from "@/api/tools";
import type { ToolConfig, ToolHealth, ToolUses } from "@/api/types";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import classes from "@/features/tools/tools.module.css";
import { currentLanguage } from "@/i18n";
import { formatPercent } from "@/i18n/format";

/** Recent health and uses of a tool. */
export function ToolHealthPanel({ tool }: { tool: ToolConfig }) {
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
