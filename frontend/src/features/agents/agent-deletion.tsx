import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAgentUses } from "@/api/queries/agents";
import type { AgentUses, ListedAgent } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import classes from "@/features/agents/agents.module.css";
import { useAgentActions } from "@/features/agents/use-agent-actions";

type Props = { agent: ListedAgent; onClose: () => void };

/** Asks before an agent goes, and shows what would miss it. */
export function AgentDeletion({ agent, onClose }: Props) {
  const { t } = useTranslation("agents");
  const common = useTranslation().t;
  const uses = useAgentUses(agent.slug);
  const { remove } = useAgentActions();
  return (
    <Modal opened onClose={onClose} title={t("delete.title", { name: agent.name })} size={480}>
      <Text size="sm" c="dimmed">
        {t("delete.text")}
      </Text>
      {uses.isPending && <Skeleton height={44} mt="sm" />}
      {uses.isError && <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data && <UsesList uses={uses.data} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common("action.keep")}
        </Button>
        <Button
          disabled={uses.isPending}
          loading={remove.isPending}
          onClick={() => remove.mutate(agent.id, { onSuccess: onClose })}
        >
          {t("delete.confirm")}
        </Button>
      </Group>
    </Modal>
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
