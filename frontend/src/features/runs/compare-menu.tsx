import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRuns } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import { RunBadges } from "@/components/run-badges";
import { RunStatusBadge } from "@/components/run-status-badge";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/i18n/format";

const OFFERED = 8;

/** Choice of another run of the same workflow to compare; its origin comes first. */
export function CompareMenu({ run }: { run: RunSummary }) {
  const { t } = useTranslation("runs");
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="arrows-diff" />}>
          {t("again.compare")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("again.compareWith")}</Menu.Label>
        <Choices run={run} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Choices({ run }: { run: RunSummary }) {
  const { t } = useTranslation("runs");
  const { data } = useRuns({ workflow: run.workflow.id, kind: "run" });
  const others = (data?.pages[0]?.results ?? [])
    .filter(({ id }) => id !== run.id && id !== run.forked_from)
    .slice(0, OFFERED);
  const to = (id: string) => `/runs/${id}/compare?with=${run.id}`;
  return (
    <>
      {run.forked_from && (
        <Menu.Item component={Link} to={to(run.forked_from)} leftSection={<Icon name="git-fork" size={14} />}>
          {t("again.compareOriginal")}
        </Menu.Item>
      )}
      {others.map((other) => (
        <Menu.Item
          key={other.id}
          component={Link}
          to={to(other.id)}
          leftSection={<RunStatusBadge run={other} compact />}
        >
          {formatDateTime(other.created_at, currentLanguage())}
          <RunBadges run={other} />
        </Menu.Item>
      ))}
      {data && others.length === 0 && !run.forked_from && (
        <Menu.Item disabled>{t("again.noOther")}</Menu.Item>
      )}
    </>
  );
}
