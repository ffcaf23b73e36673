import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Trigger } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import { useErrorText } from "@/components/use-error-text";

/** Start what would have been due in a past span. */
export function BackfillButton({ trigger: { workflow, node_key: key } }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const client = useQueryClient();
  const errorText = useErrorText();
  const [opened, setOpened] = useState(false);
  const [span, setSpan] = useState({ from: "", to: "" });
  const backfill = useMutation({
    mutationFn: () =>
      api.triggers.backfill(workflow.id, key, {
        start: new Date(span.from).toISOString(),
        end: new Date(span.to).toISOString(),
      }),
    onSuccess: ({ count }) => {
      setOpened(false);
      notifyDone(t("control.backfilled", { count }));
      void client.invalidateQueries({ queryKey: queryKeys.triggers(workflow.id) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t("control.backfill")}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t("control.backfillTitle")} size="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            backfill.mutate();
          }}
        >
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t("control.backfillText")}
            </Text>
            {(["from", "to"] as const).map((end) => (
              <TextInput
                key={end}
                type="datetime-local"
                required
                label={t(`control.${end}`)}
                value={span[end]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setSpan((before) => ({ ...before, [end]: value }));
                }}
              />
            ))}
            <SubmitButton loading={backfill.isPending}>{t("control.go")}</SubmitButton>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
