import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "@/components/submit-button";

type Props = {
  submit: "save" | "create" | "connect";
  loading: boolean;
  onCancel: () => void;
  mt?: "lg";
  /** Further buttons, between the two. */
  children?: ReactNode;
};

/** The end of a form in a dialog: away from it, or send it. */
export function FormButtons({ submit, loading, onCancel, mt, children }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs" mt={mt}>
      <Button variant="default" onClick={onCancel}>
        {t("action.cancel")}
      </Button>
      {children}
      <SubmitButton loading={loading}>{t(`action.${submit}`)}</SubmitButton>
    </Group>
  );
}
