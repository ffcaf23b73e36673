import { Button, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRefresh } from "@/api/cache";
import { useInbox } from "@/api/comments";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import type { InboxItem } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { notifyFailed } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import classes from "./inbox.module.css";

export function InboxList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("inbox");
  const query = useInbox(false);
  const items = query.data?.pages.flatMap((page) => page.results) ?? [];
  const { open, markAllRead } = useInboxActions(onClose);
  return (
    <section aria-label={t("title")}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t("title")}</h2>
        {items.some((item) => !item.is_read) && (
          <Button size="compact-xs" variant="subtle" onClick={() => markAllRead.mutate()}>
            {t("markAllRead")}
          </Button>
        )}
      </header>
      <div className={classes.list}>
        <QueryList
          query={query}
          rows={items}
          pending={<PageSkeleton rows={3} />}
          empty={<EmptyState icon="inbox" title={t("empty")} text={t("emptyText")} />}
        >
          {items.map((item) => (
            <Item key={item.id} item={item} onOpen={() => open(item)} />
          ))}
        </QueryList>
      </div>
    </section>
  );
}

function Item({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const { t } = useTranslation("inbox");
  const { author, kind, workflow, node_name } = item;
  const place = node_name === "" ? workflow.name : `${workflow.name} · ${node_name}`;
  return (
    <UnstyledButton className={classes.item} data-unread={!item.is_read || undefined} onClick={onOpen}>
      <span className={classes.what}>{t(kind, { author })}</span>
      <span className={classes.place}>
        {place} · <RelativeTime iso={item.created_at} />
      </span>
      <span className={classes.excerpt}>{item.text}</span>
      {!item.is_read && <span className={classes.dot} role="img" aria-label={t("unread")} />}
    </UnstyledButton>
  );
}

function useInboxActions(onClose: () => void) {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const settled = {
    onSettled: () => refresh("/api/inbox/"),
    // The page that is opened says itself that the workflow is gone.
    onError: (error: Error) =>
      (error instanceof ApiError && error.isMissing) || notifyFailed(errorText(error)),
  };
  const mark = useSave(
    (id: string) =>
      ask("patch", "/api/inbox/{item_id}/", { ...at({ item_id: id }), body: { is_read: true } }),
    settled,
  );
  const markAllRead = useSave(() => ask("patch", "/api/inbox/", { body: { is_read: true } }), settled);
  const open = (item: InboxItem) => {
    if (!item.is_read) mark.mutate(item.id);
    onClose();
    const comments = `/workflows/${item.workflow.id}?comments=${encodeURIComponent(item.node_key)}`;
    void navigate(item.kind === "paused" ? "/triggers" : comments);
  };
  return { open, markAllRead };
}
