import { Button, Group, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactElement, ReactNode } from "react";
import { cloneElement } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  /** The button that asks; its own onClick is replaced. */
  children: ReactElement<{ onClick?: () => void }>;
  question: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
};

/** Ask once, right beside the button, before something that cannot be undone. */
export function ConfirmButton({ children, question, confirmLabel, onConfirm }: Props) {
  const { t } = useTranslation();
  const [opened, { close, toggle }] = useDisclosure(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      trapFocus
      returnFocus
      width={280}
      withinPortal
    >
      <Popover.Target>{cloneElement(children, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{question}</Text>
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={close}>
            {t("action.keep")}
          </Button>
          <Button size="xs" onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
