import { Button, Group, Popover, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { VersionTexts, WorkflowVersion } from "@/api/types";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { VersionTextFields } from "./version-texts";

type Props = { workflowId: string; version: WorkflowVersion };

/** Edit a version's texts, beside its button. */
export function RenameVersion({ workflowId, version: { number, name, note } }: Props) {
  const { t } = useTranslation("versions");
  const refresh = useRefresh();
  const [texts, setTexts] = useState<Required<VersionTexts> | null>(null);
  const save = useSave(
    (body: VersionTexts) =>
      ask("patch", "/api/workflows/{workflow_id}/versions/{number}/", {
        ...at({ workflow_id: workflowId, number }),
        body,
      }),
    {
      onSuccess: async () => {
        setTexts(null);
        await refresh(`/api/workflows/${workflowId}/versions/`);
        await refresh(`/api/workflows/${workflowId}/versions/${number}/`);
      },
    },
  );
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
