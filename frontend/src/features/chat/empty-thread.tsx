import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ChatAgent } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Markdown } from "@/components/markdown";
import classes from "./chat.module.css";
import { Composer, type Draft } from "./composer";

type Props = { agent: ChatAgent; onBegun: (conversation: string) => void };

/** A conversation that has not begun: what the agent says first, and what it may be asked. */
export function EmptyThread({ agent, onBegun }: Props) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: async ({ message, files }: Draft) => {
      const conversation = await api.chat.create(agent.slug);
      await api.chat.say(conversation.id, { message, files: files.map((file) => file.file_id) });
      return conversation.id;
    },
    onSuccess: (id) => {
      void queries.invalidateQueries({ queryKey: queryKeys.allConversations });
      onBegun(id);
    },
  });
  return (
    <>
      <div className={classes.thread}>
        <div className={classes.welcome}>
          <h2 className={classes.welcomeTitle}>{agent.name}</h2>
          {agent.greeting ? <Markdown text={agent.greeting} /> : <p>{agent.description || t("greeting")}</p>}
          {agent.suggestions.length > 0 && (
            <div className={classes.suggestions}>
              {agent.suggestions.map((text) => (
                <Button
                  key={text}
                  variant="default"
                  onClick={() => begin.mutate({ message: text, files: [] })}
                >
                  {text}
                </Button>
              ))}
            </div>
          )}
        </div>
      </div>
      <FormError error={begin.error} />
      <Composer isBusy={begin.isPending} onSend={(draft) => begin.mutateAsync(draft)} />
    </>
  );
}
