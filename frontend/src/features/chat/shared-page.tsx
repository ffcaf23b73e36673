/** What a visitor with a link sees: one conversation to read, or a talk of their own. */

import { Button, Skeleton, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { api } from "@/api/client";
import { useShared, useSharedConversation } from "@/api/queries";
import type { SharedTurn } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { shownTurns } from "@/document/chat-tree";
import { isOpen } from "@/document/run-types";
import classes from "./chat.module.css";
import { SharedTurnView, type Visit } from "./shared-turn-view";

export function SharedPage() {
  const { token = "" } = useParams();
  const shared = useShared(token);
  const { refetch } = shared;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (shared.isPending) return <Skeleton height={240} m="xl" />;
  if (shared.isError) return <ErrorState error={shared.error} />;
  const { agent, conversation, right } = shared.data;
  return (
    <main className={classes.shared}>
      <title>{`${agent.name} · Flowloom`}</title>
      <header className={classes.head}>
        <span className={classes.sign}>
          <Icon name="robot" size={18} />
        </span>
        <h1 className={classes.name}>{agent.name}</h1>
      </header>
      {right === "read" ? (
        <Turns token={token} turns={conversation?.turns ?? []} visit={null} onEnded={readAgain} />
      ) : (
        <VisitorTalk token={token} greeting={agent.greeting || agent.description} />
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
    <div className={classes.thread}>
      {shownTurns(turns, {}).map(({ turn }) => (
        <SharedTurnView key={turn.id} turn={turn} {...props} />
      ))}
    </div>
  );
}

function VisitorTalk({ token, greeting }: { token: string; greeting: string }) {
  const { t } = useTranslation("chat");
  const [id, setId] = useState(() => sessionStorage.getItem(token));
  const [message, setMessage] = useState("");
  const conversation = useSharedConversation(token, id);
  const { refetch } = conversation;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const turns = conversation.data?.turns ?? [];
  const last = shownTurns(turns, {}).at(-1)?.turn;
  const say = useMutation({
    mutationFn: async () => {
      const own = id ?? (await api.chat.beginShared(token)).id;
      sessionStorage.setItem(token, own);
      await api.chat.sayShared(token, own, { message, after: last?.id ?? null });
      return own;
    },
    onSuccess: (own) => {
      setMessage("");
      setId(own);
      readAgain();
    },
  });
  return (
    <>
      {turns.length === 0 && <p className={classes.welcome}>{greeting || t("greeting")}</p>}
      <Turns
        token={token}
        turns={turns}
        visit={id === null ? null : { token, conversationId: id }}
        onEnded={readAgain}
      />
      <FormError error={say.error} />
      <div className={classes.composer}>
        <form
          className={classes.field}
          onSubmit={(event) => {
            event.preventDefault();
            say.mutate();
          }}
        >
          <Textarea
            className={classes.input ?? ""}
            autosize
            value={message}
            placeholder={t("composer.placeholder")}
            aria-label={t("composer.label")}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={say.isPending}
            disabled={isOpen(last?.status) || message.trim() === ""}
          >
            {t("composer.send")}
          </Button>
        </form>
      </div>
    </>
  );
}
