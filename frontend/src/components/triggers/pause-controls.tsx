import { Button, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as limits from "@/api/limits.gen";
import type { Trigger } from "@/api/types";
import { Form } from "@/components/form";
import { SubmitButton } from "@/components/submit-button";
import { useTriggerControl } from "./use-trigger-control";

/** Pause a live trigger, with a reason, or let it go on: in one's own name where its publisher lost the right. */
export function PauseControls({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState("");
  const { pause, resume } = useTriggerControl(trigger);
  if (trigger.paused_at !== null)
    return (
      <Button size="compact-xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
        {t(trigger.resume_takes_over ? "control.takeOver" : "control.resume")}
      </Button>
    );
  return (
    <Popover opened={opened} onChange={setOpened} width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={() => setOpened(!opened)}>
          {t("control.pause")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form
          onSubmit={() => {
            setOpened(false);
            pause.mutate(reason);
          }}
        >
          <TextInput
            size="xs"
            data-autofocus
            maxLength={limits.TriggerPause.reason}
            label={t("control.reason")}
            description={t("control.reasonHelp")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <SubmitButton mt="sm" size="xs">
            {t("control.pauseTitle")}
          </SubmitButton>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
