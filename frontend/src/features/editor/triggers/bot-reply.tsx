import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Delivery, Trigger } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { TextButton } from "@/components/text-button";
import classes from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";

type Props = { delivery: string; reply: NonNullable<Delivery["reply"]>; trigger: Trigger; canSend: boolean };

/** The answer on its way into the chat; one that did not arrive can be sent again. */
export function BotReply({ delivery, reply, trigger, canSend }: Props) {
  const { t } = useTranslation("triggers");
  const client = useQueryClient();
  const errorText = useErrorText();
  const again = useMutation({
    mutationFn: () => api.deliveries.replyAgain(delivery),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: queryKeys.deliveries(trigger.workflow.id, trigger.node_key) }),
    onError: (error) => notifyFailed(errorText(error)),
  });
  const isLost = reply.status === "failed" || reply.status === "unknown";
  return (
    <>
      <div className={classes.row}>
        <span className={classes.grow}>{t(`bot.reply.${reply.status}`)}</span>
        {isLost && canSend && (
          <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
            {t("bot.sendAgain")}
          </TextButton>
        )}
      </div>
      {reply.problem !== "" && reply.status !== "sent" && <p className={classes.error}>{reply.problem}</p>}
    </>
  );
}
