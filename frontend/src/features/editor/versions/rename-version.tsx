import { Button, Group, Popover, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { VersionTexts, WorkflowVersion } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import { useErrorText } from "@/components/use-error-text";
import { VersionTextFields } from "./version-texts";

type Props = { workflowId: string; version: WorkflowVersion };

/** Edit a version's texts, beside its button. */
export function RenameVersion({ workflowId, version: { number, name, note } }: Props) {
  const { t } = useTranslation("versions");
  const errorText = useErrorText();
  const client = useQueryClient();
  const [texts, setTexts] = useState<Required<VersionTexts> | null>(null);
  const save = useMutation({
    mutationFn: (body: VersionTexts) => api.workflows.updateVersion(workflowId, number, body),
    onSuccess: async () => {
      setTexts(null);
      await client.invalidateQueries({ queryKey: queryKeys.versions(workflowId) });
      await client.invalidateQueries({ queryKey: queryKeys.version(workflowId, number) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (texts) save.mutate(texts);
  };
  return (
    <Popover
      opened={texts !== null}
      onChange={(open) => !open && setTexts(null)}
      trapFocus
      returnFocus
      width={300}
    >
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setTexts({ name, note })}>
          {t("rename")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {texts && (
          <form onSubmit={submit}>
            <Stack gap="xs">
              <VersionTextFields value={texts} onChange={setTexts} />
              <Group justify="flex-end">
                <SubmitButton size="xs" loading={save.isPending}>
                  {t("save")}
                </SubmitButton>
              </Group>
            </Stack>
          </form>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
