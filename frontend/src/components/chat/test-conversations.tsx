/** Test conversations with a partner: the newest is open, earlier ones are in a menu. */

import { Button, Menu, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConversations } from "@/api/chat";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { Tipped } from "@/components/tipped";
import { ChatConversation } from "./conversation";
import type { Talk } from "./talk";
import classes from "./test-conversations.module.css";

type Props = Omit<Talk, "isTest"> & {
  title: string;
  /** Shows an empty conversation whatever is open. */
  showsEmpty?: boolean;
  onShowEmpty?: (shows: boolean) => void;
};

export function TestConversations({ title, showsEmpty = false, onShowEmpty, ...talk }: Props) {
  const { t } = useTranslation("chat");
  const earlier = useConversations(talk.partner, { tests: true });
  // Until somebody chooses, the conversation goes on where it was.
  const [chosen, setChosen] = useState<string | null>();
  const rows = earlier.data?.pages[0]?.results ?? [];
  const open = chosen === undefined ? (rows[0]?.id ?? null) : chosen;
  const choose = (id: string | null) => {
    setChosen(id);
    onShowEmpty?.(false);
    talk.onExplain(null);
  };
  if (!earlier.isSuccess) return <QueryState query={earlier} pending={<Skeleton height="100%" />} />;
  return (
    <>
      <header className={classes.bar}>
        <h2 className={classes.title}>{title}</h2>
        {talk.about.provider === "offline" && <span className={classes.quiet}>{t("offline")}</span>}
        <span className={classes.gap} />
        {showsEmpty && open !== null && (
          <Button size="compact-sm" variant="subtle" onClick={() => onShowEmpty?.(false)}>
            {t("test.showTalk")}
          </Button>
        )}
        <Menu width={260} position="bottom-end">
          <Menu.Target>
            <Tipped label={t("test.earlier")}>
              <IconButton icon="history" label={t("test.earlier")} disabled={rows.length === 0} />
            </Tipped>
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
                {row.title || t("list.untitled")}
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
          {t("list.new")}
        </Button>
      </header>
      <ChatConversation {...talk} id={showsEmpty ? null : open} isTest onBegun={choose} />
    </>
  );
}
