import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useConversation } from "@/api/queries/chat";
import type { Turn } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { isOpen } from "@/runs/types";
import classes from "./chat.module.css";
import { type Picked, pickTurn, pickVersion, shownTurns } from "./chat-tree";
import { Composer } from "./composer";
import type { Talk } from "./talk";
import { TurnView } from "./turn-view";
import { useChat } from "./use-chat";
import type { DraftProps } from "./use-drafts";

type Props = DraftProps & Talk & { conversationId: string };

/** One conversation, down the chosen versions, and the field for what comes next. */
export function Thread({ conversationId, draft, onDraft, beforeAsking, ...talk }: Props) {
  const query = useConversation(conversationId);
  const [picked, setPicked] = useState<Picked>({});
  const chat = useChat(conversationId, {
    onTurn: (turn: Turn) => setPicked((before) => pickTurn(before, turn)),
    beforeAsking,
  });
  const shown = shownTurns(query.data?.turns ?? [], picked);
  const last = shown.at(-1)?.turn;
  const openRun = last && isOpen(last.status) ? last.run : null;
  const end = useRef<HTMLDivElement>(null);
  const lastId = last?.id;
  useEffect(() => {
    if (lastId !== undefined) end.current?.scrollIntoView({ block: "end" });
  }, [lastId]);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <div className={classes.thread}>
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
        <div ref={end} />
      </div>
      <FormError error={chat.send.error ?? chat.again.error ?? chat.stop.error} />
      <Composer
        draft={draft}
        onDraft={onDraft}
        takesFiles={talk.partner.kind === "agent"}
        isBusy={chat.send.isPending || chat.again.isPending}
        onSend={(sent) => chat.send.mutateAsync({ draft: sent, after: last?.id ?? null })}
        onStop={openRun ? () => chat.stop.mutate(openRun) : undefined}
      />
    </>
  );
}
