import { Button, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { useInbox } from "@/api/queries/comments";
import { queryKeys } from "@/api/query-keys";
import type { InboxItem } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { notifyFailed } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import classes from "./inbox.module.css";

export function InboxList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("inbox");
  const query = useInbox(false);
  const items = query.data?.pages.flatMap((page) => page.results) ?? [];
  const { open, markAllRead } = useInboxActions(onClose);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
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
        {query.isPending && <PageSkeleton rows={3} />}
        {query.isSuccess && items.length === 0 && (
          <EmptyState icon="inbox" title={t("empty")} text={t("emptyText")} />
        )}
        {items.map((item) => (
          <Item key={item.id} item={item} onOpen={() => open(item)} />
        ))}
        <LoadMore query={query} />
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
  const queries = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const settled = {
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.inbox }),
    // The page that is opened says itself that the workflow is gone.
    onError: (error: Error) =>
      (error instanceof ApiError && error.isMissing) || notifyFailed(errorText(error)),
  };
  const mark = useMutation({ mutationFn: (id: string) => api.inbox.mark(id, true), ...settled });
  const markAllRead = useMutation({ mutationFn: api.inbox.markAllRead, ...settled });
  const open = (item: InboxItem) => {
    if (!item.is_read) mark.mutate(item.id);
    onClose();
    void navigate(`/workflows/${item.workflow.id}?comments=${encodeURIComponent(item.node_key)}`);
  };
  return { open, markAllRead };
}
