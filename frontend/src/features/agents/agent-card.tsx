import { Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useProviders } from "@/api/settings";
import type { ListedAgent } from "@/api/types";
import { AgentSign } from "@/components/agent-sign/agent-sign";
import classes from "@/components/card-grid/card-grid.module.css";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { MenuItem, SharingItems } from "@/components/menu-item";
import { useModelName } from "@/components/model-picker/use-model-name";
import { RelativeTime } from "@/components/relative-time";
import { AgentDeletion } from "@/features/agents/agent-deletion";
import own from "@/features/agents/agents.module.css";
import { useAgentActions } from "@/features/agents/use-agent-actions";
import { presetIcon } from "@/lib/service-logos";

const MembersModal = lazyComponent(
  async () => (await import("@/components/sharing/members-modal")).MembersModal,
);
const LeaveModal = lazyComponent(async () => (await import("@/components/sharing/leave-modal")).LeaveModal);

export function AgentCard({ agent }: { agent: ListedAgent }) {
  const { t } = useTranslation("agents");
  const model = useModelName({ provider: agent.model.provider, model: agent.model.name });
  const preset = useProviders().data?.find(({ id }) => id === agent.model.provider)?.preset;
  const sharing = useTranslation("sharing").t;
  const { version, open_links: links, last_conversation_at: lastTalk, owner, role } = agent;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <AgentSign slug={agent.slug} appearance={agent.appearance} className={own.sign} />
        <div className={own.names}>
          <h2 className={classes.name}>
            <Link to={`/agents/${agent.slug}`} className={classes.cover}>
              {agent.name}
            </Link>
          </h2>
          <p className={own.model}>
            <Icon name={presetIcon(preset)} size={14} />
            <span className="fl-clip">{model}</span>
          </p>
        </div>
        <AgentMenu agent={agent} />
      </div>
      <p className={classes.description}>{agent.description || t("card.noDescription")}</p>
      <div className={classes.facts}>
        <Link to={`/agents/${agent.slug}/chat`} className={classes.lastRun}>
          {t("action.chat")}
        </Link>
        {links > 0 && (
          <span className={own.shared} title={t("card.sharedHelp", { count: links })}>
            {t("card.shared")}
          </span>
        )}
        {role !== "owner" && (
          <span>
            {sharing("by", { name: owner.username })} · {sharing(`role.${role}`)}
          </span>
        )}
        <span>{t("card.tools", { count: agent.tool_count })}</span>
        {agent.knowledge_count > 0 && <span>{t("card.knowledge", { count: agent.knowledge_count })}</span>}
        {version !== null && <span>{t("card.version", { number: version })}</span>}
        <span className={classes.updated} title={t("card.lastConversation")}>
          {lastTalk === null ? t("card.neverTalked") : <RelativeTime iso={lastTalk} />}
        </span>
      </div>
    </article>
  );
}

function AgentMenu({ agent }: { agent: ListedAgent }) {
  const { t } = useTranslation("agents");
  const [asked, setAsked] = useState<"members" | "leave" | "delete" | null>(null);
  const close = () => setAsked(null);
  const thing = { kind: "agent", id: agent.id, name: agent.name } as const;
  const actions = useAgentActions();
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <IconButton icon="dots" label={t("card.menu", { name: agent.name })} className={classes.menu} />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            icon="file-export"
            label={t("action.export")}
            onClick={() => actions.exportFile.mutate(agent)}
          />
          <SharingItems role={agent.role} deletion={t("action.delete")} onAsk={setAsked} />
        </Menu.Dropdown>
      </Menu>
      {asked === "members" && <MembersModal thing={thing} onClose={close} />}
      {asked === "leave" && <LeaveModal thing={thing} onClose={close} />}
      {asked === "delete" && <AgentDeletion agent={agent} onClose={close} />}
    </>
  );
}
