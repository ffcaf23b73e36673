import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useCredentialUses } from "@/api/settings";
import type { Credential, CredentialUses } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { FormError } from "@/components/form-error";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";

type Props = { credential: Credential; onClose: () => void };

/** Asks before a credential goes, and shows what would miss it; what belongs to a tool or a provider stays. */
export function CredentialDeletion({ credential, onClose }: Props) {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const uses = useCredentialUses(credential.id);
  const remove = useSave(
    () => ask("delete", "/api/credentials/{credential_id}/", at({ credential_id: credential.id })),
    {
      inPlace: true,
      onSuccess: async () => {
        onClose();
        await refresh("/api/credentials/", "/api/credentials/*/uses/");
      },
    },
  );
  const isHeld = uses.data !== undefined && uses.data.tools.length + uses.data.providers.length > 0;
  return (
    <ConfirmModal
      title={t("credentials.deleteTitle", { name: credential.name })}
      confirmLabel={t("credentials.delete")}
      loading={remove.isPending}
      disabled={uses.isPending || isHeld}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <QueryState query={uses} pending={<Skeleton height={44} />} />
      {uses.data && <CredentialUsesList uses={uses.data} isHeld={isHeld} />}
      <FormError error={remove.error} />
    </ConfirmModal>
  );
}

type CredentialUsesListProps = { uses: CredentialUses; isHeld: boolean };

function CredentialUsesList({ uses: { tools, providers, workflows }, isHeld }: CredentialUsesListProps) {
  const { t } = useTranslation("settings");
  if (!isHeld && workflows.length === 0) return <p className={classes.plain}>{t("credentials.unused")}</p>;
  return (
    <>
      <p className={classes.plain}>{t(isHeld ? "credentials.held" : "credentials.missed")}</p>
      <ul className={classes.uses}>
        {tools.map((name) => (
          <li key={`tool-${name}`}>
            <Link to="/tools">{name}</Link>
            <span className={classes.quiet}>{t("credentials.kind.tool")}</span>
          </li>
        ))}
        {providers.map((name) => (
          <li key={`provider-${name}`}>
            <Link to="/settings/providers">{name}</Link>
            <span className={classes.quiet}>{t("credentials.kind.model_provider")}</span>
          </li>
        ))}
        {workflows.map(({ id, name, nodes }) => (
          <li key={id}>
            <Link to={`/workflows/${id}`}>{name}</Link>
            <span className={classes.quiet}>{nodes.join(" · ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
