import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Trigger } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { useTriggerControl } from "./use-trigger-control";

/** Gives a trigger another address, for an old one that the wrong people know. */
export function NewAddressButton({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const { changeAddress } = useTriggerControl(trigger);
  return (
    <ConfirmButton
      question={t("address.changeQuestion")}
      confirmLabel={t("address.change")}
      onConfirm={() => changeAddress.mutate()}
    >
      <Button size="compact-xs" variant="default" loading={changeAddress.isPending}>
        {t("address.new")}
      </Button>
    </ConfirmButton>
  );
}
