/** Page of a link: one read-only conversation, or a visitor's own. */

import { Skeleton } from "@mantine/core";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { useRefresh } from "@/api/cache";
import { useShared, useSharedConversation } from "@/api/chat";
import { ask, at } from "@/api/http";
import type { Shared, SharedTurn } from "@/api/types";
import talk from "@/components/chat/chat.module.css";
import { shownTurns } from "@/components/chat/chat-tree";
import { ComposerHint } from "@/components/chat/composer-hint";
import { MessageField } from "@/components/chat/message-field";
import { SendButton } from "@/components/chat/send-button";
import { withReturned } from "@/components/chat/use-drafts";
import { useMessageKey } from "@/components/chat/use-message-key";
import { Welcome } from "@/components/chat/welcome";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import classes from "@/features/chat/chat.module.css";
import { SharedTurnView, type Visit } from "@/features/chat/shared-turn-view";
import { tabStorage } from "@/lib/browser-storage";
import { isOpen } from "@/runs/types";

export function SharedPage() {
  const { token = "" } = useParams();
  const shared = useShared(token);
  const { refetch } = shared;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (!shared.isSuccess) return <QueryState query={shared} pending={<Skeleton height={240} m="xl" />} />;
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
  onAsked?: (isAsked: boolean) => void;
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
  const refresh = useRefresh();
  const [id, setId] = useState(() => visitedConversation(token));
  const [isAsked, setAsked] = useState(false);
  const conversation = useSharedConversation(token, id);
  const { refetch } = conversation;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const { keyOf, onSent } = useMessageKey();
  const turns = conversation.data?.turns ?? [];
  const last = shownTurns(turns, {}).at(-1)?.turn;
  const send = useSave(
    async (message: string) => {
      const own = id ?? (await ask("post", "/api/shared/{token}/conversations/", at({ token }))).id;
      tabStorage.setItem(token, own);
      const after = last?.id ?? null;
      await ask("post", "/api/shared/{token}/conversations/{conversation_id}/", {
        ...at({ token, conversation_id: own }),
        body: { message, after, key: keyOf(`${after} ${message}`) },
      });
      return own;
    },
    {
      inPlace: true,
      onSuccess: (own) => {
        onSent();
        setId(own);
        // By its id: what `refetch` asks for is still that of the last drawing, which has none before the first message.
        void refresh(`/api/shared/${token}/conversations/${own}/`);
      },
    },
  );
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
          onAsked={setAsked}
        />
      )}
      <FormError error={send.error} />
      <VisitorComposer
        isBusy={send.isPending}
        canSend={!isOpen(last?.status)}
        isAsked={isAsked}
        onSend={send.mutateAsync}
      />
    </>
  );
}

/** The conversation that a visitor's tab continues; where the browser keeps nothing, until the page is left. */
function visitedConversation(token: string): string | null {
  return tabStorage.getItem(token);
}

type Props = {
  isBusy: boolean;
  /** False while the agent answers. */
  canSend: boolean;
  /** That answer waits for a person. */
  isAsked: boolean;
  /** Resolves once the message is stored; the field is empty meanwhile, and gets back what could not be sent. */
  onSend: (message: string) => Promise<unknown>;
};

/** Message composer for visitors; text only. */
function VisitorComposer({ isBusy, canSend, isAsked, onSend }: Props) {
  const [message, setMessage] = useState("");
  const isReady = canSend && !isBusy && message.trim() !== "";
  const send = async () => {
    if (!isReady) return;
    setMessage("");
    try {
      await onSend(message);
    } catch {
      // Whoever sends shows the error.
      setMessage(withReturned(message));
    }
  };
  return (
    <div className={classes.sharedComposer}>
      <div className={talk.field}>
        <MessageField value={message} onChange={setMessage} onSend={() => void send()} />
        <SendButton
          disabled={!canSend || message.trim() === ""}
          loading={isBusy}
          onSend={() => void send()}
        />
      </div>
      <ComposerHint state={canSend ? "hint" : isAsked ? "waiting" : "answering"} />
    </div>
  );
}
