/** The conversation that tries an agent out, as its settings are now. */

import { ActionIcon, Button, Menu, Skeleton, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { useChatAgent, useConversations } from "@/api/queries/chat";
import type { AgentDocument } from "@/api/types";
import { ChatConversation } from "@/components/chat/conversation";
import type { Talk } from "@/components/chat/talk";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import classes from "@/features/agents/agent-workspace.module.css";
import { savedDraft } from "@/features/agents/saved-draft";
import type { Draft } from "@/stores/draft-store";

type Props = Pick<Talk, "explained" | "onExplain"> & {
  slug: string;
  draft: Draft<AgentDocument>;
  /** Shows an empty conversation whatever is open, as long as what it says is being edited. */
  showsEmpty: boolean;
  onShowEmpty: (shows: boolean) => void;
};

export function TestChat({ slug, draft, showsEmpty, onShowEmpty, ...why }: Props) {
  const { t } = useTranslation("agents");
  const { value } = useStore(draft);
  const agent = useChatAgent(slug);
  const earlier = useConversations(slug, { tests: true });
  // Until somebody chooses, the talk goes on where it was.
  const [chosen, setChosen] = useState<string | null>();
  const rows = earlier.data?.pages[0]?.results ?? [];
  const open = chosen === undefined ? (rows[0]?.id ?? null) : chosen;
  const choose = (id: string | null) => {
    setChosen(id);
    onShowEmpty(false);
    why.onExplain(null);
  };
  const failed = agent.error ?? earlier.error;
  if (failed) return <ErrorState error={failed} onRetry={() => void agent.refetch()} />;
  if (!agent.data || !earlier.data) return <Skeleton height="100%" />;
  const { greeting = "", suggestions = [] } = value.prompts ?? {};
  const edited = { name: value.name, description: value.description ?? "", greeting, suggestions };
  return (
    <>
      <header className={classes.testBar}>
        <h2 className={classes.testTitle}>{t("pane.test")}</h2>
        {agent.data.provider === "offline" && <span className={classes.quiet}>{t("chat:offline")}</span>}
        <span className={classes.gap} />
        {showsEmpty && open !== null && (
          <Button size="compact-sm" variant="subtle" onClick={() => onShowEmpty(false)}>
            {t("test.showTalk")}
          </Button>
        )}
        <Menu width={260} position="bottom-end">
          <Menu.Target>
            <Tooltip label={t("test.earlier")}>
              <ActionIcon variant="subtle" aria-label={t("test.earlier")} disabled={rows.length === 0}>
                <Icon name="history" size={16} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown mah={320} className={classes.earlier ?? ""}>
            <Menu.Label>{t("test.kept")}</Menu.Label>
            {rows.map((row) => (
              <Menu.Item
                key={row.id}
                rightSection={
                  <span className={classes.quiet}>
                    <RelativeTime iso={row.updated_at} />
                  </span>
                }
                onClick={() => choose(row.id)}
              >
                {row.title || t("chat:list.untitled")}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={open === null}
          onClick={() => choose(null)}
        >
          {t("chat:list.new")}
        </Button>
      </header>
      <ChatConversation
        {...why}
        agent={{ ...agent.data, ...edited }}
        id={showsEmpty ? null : open}
        isTest
        beforeAsking={() => savedDraft(draft, t("test.notSaved"))}
        onBegun={choose}
      />
    </>
  );
}
