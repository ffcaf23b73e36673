import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Trigger } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Sends all rejected deliveries again, once the workflow fits them. */
export function RejectedAgain({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const client = useQueryClient();
  const errorText = useErrorText();
  const { workflow, node_key: key } = trigger;
  const again = useMutation({
    mutationFn: async () => {
      const sum = { started: 0, refused: 0 };
      let after: string | null = null;
      do {
        const part: Awaited<ReturnType<typeof api.deliveries.rejectedAgain>> =
          await api.deliveries.rejectedAgain(workflow.id, key, after);
        sum.started += part.started;
        sum.refused += part.refused;
        after = part.last;
      } while (after !== null);
      return sum;
    },
    onSuccess: ({ started, refused }) => {
      const sent = t("deliveries.allSent", { count: started });
      if (refused > 0) notifyFailed({ title: sent, text: t("deliveries.stillRefused", { count: refused }) });
      else notifyDone(sent);
    },
    onError: (error) => notifyFailed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deliveries(workflow.id, key) }),
  });
  return (
    <Button size="compact-xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
      {t("deliveries.allAgain")}
    </Button>
  );
}
