import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAgentUses } from "@/api/agents";
import type { AgentUses, ListedAgent } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { QueryState } from "@/components/query-list";
import classes from "@/features/agents/agents.module.css";
import { useAgentActions } from "@/features/agents/use-agent-actions";

type Props = { agent: ListedAgent; onClose: () => void };

/** Asks before an agent goes, and shows what would miss it. */
export function AgentDeletion({ agent, onClose }: Props) {
  const { t } = useTranslation("agents");
  const uses = useAgentUses(agent.slug);
  const { remove } = useAgentActions();
  return (
    <ConfirmModal
      title={t("delete.title", { name: agent.name })}
      confirmLabel={t("delete.confirm")}
      loading={remove.isPending}
      disabled={uses.isPending}
      onConfirm={() => remove.mutate(agent.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t("delete.text")}
      </Text>
      <QueryState query={uses} pending={<Skeleton height={44} mt="sm" />} />
      {uses.data && <UsesList uses={uses.data} />}
    </ConfirmModal>
  );
}

function UsesList({ uses: { callers, links, tokens } }: { uses: AgentUses }) {
  const { t } = useTranslation("agents");
  if (callers.length + links + tokens.length === 0) return null;
  return (
    <>
      <h3 className={classes.usesTitle}>{t("delete.uses")}</h3>
      <ul className={classes.uses}>
        {callers.map(({ kind, id, name, node }) => (
          <li key={`${kind}-${id}-${node}`}>
            <Link to={kind === "agent" ? `/agents/${id}` : `/workflows/${id}`} className="fl-clip">
              {name}
            </Link>
            <span className={classes.kind}>{node || t("delete.agent")}</span>
          </li>
        ))}
        {links > 0 && <li>{t("delete.links", { count: links })}</li>}
        {tokens.map((name) => (
          <li key={`token-${name}`}>
            <Link to="/settings/tokens" className="fl-clip">
              {name}
            </Link>
            <span className={classes.kind}>{t("delete.token")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
