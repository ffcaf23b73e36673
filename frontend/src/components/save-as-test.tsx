import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { RunSummary } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { notifyDone } from "@/components/notify";
import { isFinal } from "@/components/status";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";

type Props = { run: RunSummary; variant?: "default" | "filled"; children?: string };

/** A whole run that is over, and no replay of a test. */
export const canBeTest = ({ status, kind, trigger }: RunSummary): boolean =>
  isFinal(status) && kind === "run" && trigger !== "replay";

/** Keeps a run as a test of its workflow; `children` replace the button's label. */
export function SaveAsTest({ run, variant = "default", children }: Props) {
  const { t } = useTranslation("testing");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={variant} leftSection={<Icon name="checkbox" />} onClick={open}>
        {children ?? t("save.button")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("save.title")}>
        <NameForm run={run} />
      </Modal>
    </>
  );
}

function NameForm({ run }: { run: RunSummary }) {
  const { t } = useTranslation("testing");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const save = useSave(
    () => ask("post", "/api/runs/{run_id}/test/", { ...at({ run_id: run.id }), body: { name: name.trim() } }),
    {
      refreshes: [`/api/workflows/${run.workflow.id}/tests/`],
      inPlace: true,
      onSuccess: async (test) => {
        notifyDone(t("save.done", { name: test.name }));
        await navigate(`/workflows/${run.workflow.id}/tests`);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{t("save.help")}</Text>
        <TextInput
          label={t("save.name")}
          value={name}
          maxLength={limits.WorkflowTestRecord.name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormError error={save.error} />
        <Group justify="flex-end">
          <SubmitButton loading={save.isPending} disabled={name.trim() === ""}>
            {t("save.confirm")}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
