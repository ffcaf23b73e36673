import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@/components/copy-button";
import classes from "@/features/settings/factors/factors.module.css";

/** New recovery codes, shown this once. */
export function NewRecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("settings");
  return (
    <Modal
      opened
      title={t("factors.codesTitle")}
      size="sm"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Text size="sm">{t("factors.codesText")}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{`${code.slice(0, 5)}-${code.slice(5)}`}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton text={codes.join("\n")} size="md" />
        <Button onClick={onClose}>{t("factors.codesDone")}</Button>
      </Group>
    </Modal>
  );
}
