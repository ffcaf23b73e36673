import { Button, Group, Modal, Skeleton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useCredentialUses } from "@/api/queries/settings";
import { queryKeys } from "@/api/query-keys";
import type { Credential } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { CredentialUsesList } from "@/features/settings/credential-uses-list";

type Props = { credential: Credential; onClose: () => void };

/** Asks before a credential goes, and shows what would miss it; what belongs to a tool or a provider stays. */
export function CredentialDeletion({ credential, onClose }: Props) {
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  const queryClient = useQueryClient();
  const uses = useCredentialUses(credential.id);
  const remove = useMutation({
    mutationFn: () => api.credentials.remove(credential.id),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.credentials });
    },
  });
  const isHeld = uses.data !== undefined && uses.data.tools.length + uses.data.providers.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("credentials.deleteTitle", { name: credential.name })}
      size={480}
    >
      {uses.isPending && <Skeleton height={44} />}
      {uses.isError && <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data && <CredentialUsesList uses={uses.data} isHeld={isHeld} />}
      <FormError error={remove.error} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common("action.keep")}
        </Button>
        <Button
          disabled={uses.isPending || isHeld}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("credentials.delete")}
        </Button>
      </Group>
    </Modal>
  );
}
