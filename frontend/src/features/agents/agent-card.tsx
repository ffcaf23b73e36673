import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AgentSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { ConfirmModal } from "@/components/confirm-modal";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { useAgentActions } from "@/features/agents/use-agent-actions";

export function AgentCard({ agent }: { agent: AgentSummary }) {
  const { t } = useTranslation("agents");
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.name}>
          <Link to={`/agents/${agent.slug}`} className={classes.cover}>
            {agent.name}
          </Link>
        </h2>
        <AgentMenu agent={agent} />
      </div>
      <p className={classes.description}>{agent.description || t("card.noDescription")}</p>
      <div className={classes.facts}>
        <Link to={`/agents/${agent.slug}/chat`} className={classes.lastRun}>
          {t("action.chat")}
        </Link>
        <span>{t("card.tools", { count: agent.tool_count })}</span>
        <span className={classes.updated}>
          <RelativeTime iso={agent.updated_at} />
        </span>
      </div>
    </article>
  );
}

function AgentMenu({ agent }: { agent: AgentSummary }) {
  const { t } = useTranslation("agents");
  const [confirming, { open, close }] = useDisclosure(false);
  const actions = useAgentActions();
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon className={classes.menu} aria-label={t("card.menu", { name: agent.name })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="file-export" />}
            onClick={() => actions.exportFile.mutate(agent)}
          >
            {t("action.export")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="trash" />} onClick={open}>
            {t("action.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal
        opened={confirming}
        title={t("delete.title", { name: agent.name })}
        confirmLabel={t("delete.confirm")}
        onConfirm={() => actions.remove.mutate(agent.id)}
        onClose={close}
      >
        {t("delete.text")}
      </ConfirmModal>
    </>
  );
}
