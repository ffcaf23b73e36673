import { Skeleton } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { useConversation } from "@/api/chat";
import { ask, at } from "@/api/http";
import { cancelRun } from "@/api/runs";
import type { Turn, TurnDraft } from "@/api/types";
import classes from "@/components/chat/chat.module.css";
import { type Picked, pickTurn, pickVersion, shownTurns } from "@/components/chat/chat-tree";
import { Composer } from "@/components/chat/composer";
import type { Talk } from "@/components/chat/talk";
import { TurnView } from "@/components/chat/turn-view";
import type { DraftProps, MessageDraft } from "@/components/chat/use-drafts";
import { useMessageKey } from "@/components/chat/use-message-key";
import { useStopOnEscape } from "@/components/chat/use-stop-on-escape";
import { FormError } from "@/components/form-error";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import { useFollowEnd } from "@/hooks/use-follow-end";
import { isOpen } from "@/runs/types";

type Props = DraftProps & Talk & { conversationId: string };

/** One conversation, down the chosen versions, and the field for what comes next. */
export function Thread({ conversationId, draft, onDraft, beforeAsking, ...talk }: Props) {
  const { t } = useTranslation("chat");
  const query = useConversation(conversationId);
  const [picked, setPicked] = useState<Picked>({});
  const [isAsked, setAsked] = useState(false);
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
  if (query.isError) return <QueryState query={query} pending={null} />;
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
              onAsked={setAsked}
            />
          ))}
        </div>
        {isAway && (
          <div className={classes.toEnd}>
            <IconButton
              icon="arrow-down"
              variant="default"
              size="lg"
              label={t("toEnd")}
              tip
              radius="xl"
              onClick={toEnd}
            />
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
        isAsked={isAsked}
      />
    </>
  );
}

type Calls = { onTurn: (turn: Turn) => void; beforeAsking?: (() => Promise<void>) | undefined };

/** Actions in a conversation; each one refreshes the conversation and the lists. */
function useChat(conversationId: string, { onTurn, beforeAsking }: Calls) {
  const reread = useRefresh();
  const refresh = useCallback(() => {
    void reread("/api/*/conversations/");
    return reread(`/api/conversations/${conversationId}/`);
  }, [reread, conversationId]);
  const { keyOf, onSent } = useMessageKey();
  const sendDraft = async (draft: TurnDraft) => {
    await beforeAsking?.();
    return ask("post", "/api/conversations/{conversation_id}/turns/", {
      ...at({ conversation_id: conversationId }),
      body: { files: [], ...draft, key: keyOf(JSON.stringify(draft)) },
    });
  };
  const onSuccess = async (turn: Turn) => {
    onSent();
    await refresh();
    onTurn(turn);
  };
  const send = useSave(
    ({ draft, after }: { draft: MessageDraft; after: string | null }) =>
      sendDraft({ message: draft.message, after, files: draft.files.map((file) => file.file_id) }),
    { inPlace: true, onSuccess },
  );
  const again = useSave(
    ({ turn, message }: { turn: string; message: string | null }) =>
      sendDraft(message === null ? { again: turn } : { again: turn, message }),
    { inPlace: true, onSuccess },
  );
  const stop = useSave(cancelRun, { inPlace: true });
  return { send, again, stop, refresh };
}
