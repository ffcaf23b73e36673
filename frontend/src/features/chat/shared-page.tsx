/** Page of a link: one read-only conversation, or a visitor's own. */

import { Skeleton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { api } from "@/api/client";
import { useShared, useSharedConversation } from "@/api/queries/chat";
import { queryKeys } from "@/api/query-keys";
import type { Shared, SharedTurn } from "@/api/types";
import talk from "@/components/chat/chat.module.css";
import { shownTurns } from "@/components/chat/chat-tree";
import { useMessageKey } from "@/components/chat/use-message-key";
import { Welcome } from "@/components/chat/welcome";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { isOpen } from "@/runs/types";
import classes from "./chat.module.css";
import { SharedTurnView, type Visit } from "./shared-turn-view";
import { rememberVisit, visitedConversation } from "./visit-storage";
import { VisitorComposer } from "./visitor-composer";

export function SharedPage() {
  const { token = "" } = useParams();
  const shared = useShared(token);
  const { refetch } = shared;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (shared.isPending) return <Skeleton height={240} m="xl" />;
  if (shared.isError) return <ErrorState error={shared.error} />;
  const { partner, conversation, right } = shared.data;
  return (
    <main className={classes.shared}>
      <title>{`${partner.name} · Flowloom`}</title>
      <header className={classes.head}>
        <span className={talk.sign}>
          <Icon name="message-circle" size={18} />
        </span>
        <h1 className={talk.name}>{partner.name}</h1>
      </header>
      {right === "read" ? (
        <Turns token={token} turns={conversation?.turns ?? []} visit={null} onEnded={readAgain} />
      ) : (
        <VisitorTalk token={token} about={partner} />
      )}
    </main>
  );
}

type TurnsProps = {
  token: string;
  turns: readonly SharedTurn[];
  visit: Visit | null;
  onEnded: () => void;
};

function Turns({ turns, ...props }: TurnsProps) {
  return (
    <div className={classes.sharedThread}>
      {shownTurns(turns, {}).map(({ turn }) => (
        <SharedTurnView key={turn.id} turn={turn} {...props} />
      ))}
    </div>
  );
}

type TalkProps = { token: string; about: Shared["partner"] };

function VisitorTalk({ token, about }: TalkProps) {
  const client = useQueryClient();
  const [id, setId] = useState(() => visitedConversation(token));
  const conversation = useSharedConversation(token, id);
  const { refetch } = conversation;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const { keyOf, onSent } = useMessageKey();
  const turns = conversation.data?.turns ?? [];
  const last = shownTurns(turns, {}).at(-1)?.turn;
  const send = useMutation({
    mutationFn: async (message: string) => {
      const own = id ?? (await api.chat.beginShared(token)).id;
      rememberVisit(token, own);
      const after = last?.id ?? null;
      await api.chat.sendShared(token, own, { message, after, key: keyOf(`${after} ${message}`) });
      return own;
    },
    onSuccess: (own) => {
      onSent();
      setId(own);
      // By its id: what `refetch` asks for is still that of the last drawing, which has none before the first message.
      void client.invalidateQueries({ queryKey: queryKeys.sharedConversation(token, own) });
    },
  });
  return (
    <>
      {turns.length === 0 ? (
        <Welcome about={about} onPick={send.mutate} />
      ) : (
        <Turns
          token={token}
          turns={turns}
          visit={id === null ? null : { token, conversationId: id }}
          onEnded={readAgain}
        />
      )}
      <FormError error={send.error} />
      <VisitorComposer isBusy={send.isPending} canSend={!isOpen(last?.status)} onSend={send.mutateAsync} />
    </>
  );
}
