import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { RunSummary } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { notifyDone } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";

/** Keeps a run that is over as a test of its workflow. */
export function SaveAsTest({ run }: { run: RunSummary }) {
  const { t } = useTranslation("testing");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="checkbox" />} onClick={open}>
        {t("save.button")}
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
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => api.runs.saveAsTest(run.id, name.trim()),
    onSuccess: async (test) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.tests(run.workflow.id) });
      notifyDone(t("save.done", { name: test.name }));
      await navigate(`/workflows/${run.workflow.id}/tests`);
    },
  });
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
          maxLength={120}
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
