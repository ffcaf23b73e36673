/** After publishing: where and when the workflow begins now, to copy and to call. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { UseTriggers } from "@/features/editor/use-it/use-triggers";

type Props = { workflow: string; number: number; onClose: () => void };

export function UsePublished({ workflow, number, onClose }: Props) {
  const { t } = useTranslation("triggers");
  return (
    <Stack gap="md">
      <Text size="sm">{t("publish.runs", { number })}</Text>
      <UseTriggers workflow={workflow} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("publish.close")}</Button>
      </Group>
    </Stack>
  );
}
