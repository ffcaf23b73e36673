import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Trigger } from "@/api/types";
import { notifyDone } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";

/** Start what would have been due in a past span. */
export function BackfillButton({ trigger: { workflow, node_key: key } }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const refresh = useRefresh();
  const [opened, setOpened] = useState(false);
  const [span, setSpan] = useState({ from: "", to: "" });
  const backfill = useSave(
    () =>
      ask("post", "/api/workflows/{workflow_id}/triggers/{node_key}/backfill/", {
        ...at({ workflow_id: workflow.id, node_key: key }),
        body: {
          start: new Date(span.from).toISOString(),
          end: new Date(span.to).toISOString(),
        },
      }),
    {
      onSuccess: ({ count }) => {
        setOpened(false);
        notifyDone(t("control.backfilled", { count }));
        void refresh(`/api/workflows/${workflow.id}/triggers/`);
      },
    },
  );
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
