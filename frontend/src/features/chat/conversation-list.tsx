import { Button, Skeleton, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { useConversations } from "@/api/chat";
import { ask, at } from "@/api/http";
import type { Partner } from "@/api/partner";
import type { ConversationSummary } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { SearchField } from "@/components/search-field";
import { useSave } from "@/components/use-save";
import classes from "./chat.module.css";

const SEARCH_DELAY_MS = 250;

type Props = { partner: Partner; chosen: string | null; onChoose: (id: string | null) => void };

export function ConversationList({ partner, chosen, onChoose }: Props) {
  const { t } = useTranslation("chat");
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const query = useConversations(partner, { search: wanted });
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <nav className={classes.list} aria-label={t("list.title")}>
      <Button leftSection={<Icon name="plus" />} onClick={() => onChoose(null)}>
        {t("list.new")}
      </Button>
      <SearchField value={search} onChange={setSearch} label={t("list.search")} width={216} />
      <div className={classes.rows}>
        <QueryList
          query={query}
          rows={rows}
          pending={[1, 2, 3].map((row) => <Skeleton key={row} height={40} />)}
          empty={<p className={classes.quiet}>{t(wanted === "" ? "list.empty" : "list.noMatch")}</p>}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} isChosen={row.id === chosen} onChoose={onChoose} />
          ))}
        </QueryList>
      </div>
    </nav>
  );
}

type RowProps = { row: ConversationSummary; isChosen: boolean; onChoose: (id: string | null) => void };

function Row({ row, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation("chat");
  const refresh = useRefresh();
  const title = row.title || t("list.untitled");
  const remove = useSave(
    () =>
      ask("patch", "/api/conversations/{conversation_id}/", {
        ...at({ conversation_id: row.id }),
        body: { deleted: true },
      }),
    {
      onSuccess: () => {
        if (isChosen) onChoose(null);
        return refresh("/api/*/conversations/");
      },
    },
  );
  return (
    <div className={classes.row} data-chosen={isChosen || undefined}>
      <UnstyledButton className={classes.rowButton} onClick={() => onChoose(row.id)}>
        <span className={classes.rowTitle}>{title}</span>
        <span className={classes.quiet}>
          <RelativeTime iso={row.updated_at} />
        </span>
      </UnstyledButton>
      <ConfirmButton
        question={t("list.deleteQuestion", { title })}
        confirmLabel={t("list.delete")}
        onConfirm={() => remove.mutate()}
      >
        <IconButton icon="trash" iconSize={14} size="sm" label={t("list.deleteOf", { title })} />
      </ConfirmButton>
    </div>
  );
}
