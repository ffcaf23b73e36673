import { ActionIcon, Skeleton, Tooltip } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConversation } from "@/api/queries/chat";
import type { Turn } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { useFollowEnd } from "@/hooks/use-follow-end";
import { isOpen } from "@/runs/types";
import classes from "./chat.module.css";
import { type Picked, pickTurn, pickVersion, shownTurns } from "./chat-tree";
import { Composer } from "./composer";
import type { Talk } from "./talk";
import { TurnView } from "./turn-view";
import { useChat } from "./use-chat";
import type { DraftProps } from "./use-drafts";
import { useStopOnEscape } from "./use-stop-on-escape";

type Props = DraftProps & Talk & { conversationId: string };

/** One conversation, down the chosen versions, and the field for what comes next. */
export function Thread({ conversationId, draft, onDraft, beforeAsking, ...talk }: Props) {
  const { t } = useTranslation("chat");
  const query = useConversation(conversationId);
  const [picked, setPicked] = useState<Picked>({});
  const chat = useChat(conversationId, {
    onTurn: (turn: Turn) => setPicked((before) => pickTurn(before, turn)),
    beforeAsking,
  });
  const shown = shownTurns(query.data?.turns ?? [], picked);
  const last = shown.at(-1)?.turn;
  const openRun = last && isOpen(last.status) ? last.run : null;
  const { mutate: stopRun } = chat.stop;
  const stop = useCallback(() => {
    if (openRun) stopRun(openRun);
  }, [openRun, stopRun]);
  const onStop = openRun ? stop : undefined;
  useStopOnEscape(onStop);
  const list = useRef<HTMLDivElement>(null);
  const answered = shown.filter(({ turn }) => !isOpen(turn.status)).length;
  const { isAway, toEnd } = useFollowEnd(list, shown.length + answered, openRun !== null);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <div className={classes.scroll}>
        <div className={classes.thread} ref={list}>
          {query.isPending && [40, 140, 72].map((height) => <Skeleton key={height} height={height} />)}
          {shown.map((one) => (
            <TurnView
              key={one.turn.id}
              {...talk}
              shown={one}
              canAsk={openRun === null}
              onPick={(index) => setPicked(pickVersion(picked, one, index))}
              onAgain={(message) => chat.again.mutate({ turn: one.turn.id, message })}
              onEnded={chat.refresh}
            />
          ))}
        </div>
        {isAway && (
          <div className={classes.toEnd}>
            <Tooltip label={t("toEnd")}>
              <ActionIcon variant="default" size="lg" radius="xl" aria-label={t("toEnd")} onClick={toEnd}>
                <Icon name="arrow-down" />
              </ActionIcon>
            </Tooltip>
          </div>
        )}
      </div>
      <FormError error={chat.send.error ?? chat.again.error ?? chat.stop.error} />
      <Composer
        draft={draft}
        onDraft={onDraft}
        takes={talk.about.files}
        isBusy={chat.send.isPending || chat.again.isPending}
        onSend={(sent) => {
          toEnd();
          return chat.send.mutateAsync({ draft: sent, after: last?.id ?? null });
        }}
        onStop={onStop}
      />
    </>
  );
}
