import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { isOfMembers } from "@/api/sharing";
import type { SharedKey } from "@/api/types";
import { LeaveModal } from "./leave-modal";
import { useSharing } from "./use-sharing";

type Props = SharedKey & { name: string; onLeft?: () => void };

/** Leaves what is shared; what everybody may take up again is left at once. */
export function LeaveButton({ kind, id, name, onLeft }: Props) {
  const { t } = useTranslation("sharing");
  const { leave } = useSharing();
  const [asking, { open, close }] = useDisclosure(false);
  const asks = isOfMembers(kind);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t(asks ? "leaveNamed" : "removeNamed", { name })}
        loading={leave.isPending}
        onClick={asks ? open : () => leave.mutate({ kind, id, name })}
      >
        {t(asks ? "leave" : "remove")}
      </Button>
      {asking && asks && <LeaveModal thing={{ kind, id, name }} onClose={close} onLeft={onLeft} />}
    </>
  );
}
