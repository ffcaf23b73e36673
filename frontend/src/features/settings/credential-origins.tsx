import { ActionIcon } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Credential } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { OriginQuestion } from "@/components/credentials/origin-question";
import { useOriginDecision } from "@/components/credentials/use-origin-decision";
import { Icon } from "@/components/icon";
import classes from "@/features/settings/settings.module.css";

/** Allowed origins of a credential, and refused attempts. */
export function CredentialOrigins({ credential }: { credential: Credential }) {
  const { t } = useTranslation("settings");
  const { mutate, isPending } = useOriginDecision(credential.id);
  const isLast = credential.origins.length === 1;
  return (
    <div className={classes.origins}>
      {credential.origins.map((origin) => (
        <span key={origin} className={classes.origin}>
          <code>{origin}</code>
          {credential.decides_origins && (
            <ConfirmButton
              question={t(isLast ? "credentials.origin.removeLast" : "credentials.origin.removeOne", {
                name: credential.name,
                origin,
              })}
              confirmLabel={t("credentials.origin.stop")}
              onConfirm={() => mutate({ origin, isAllowed: false })}
            >
              <ActionIcon
                size="xs"
                disabled={isPending}
                aria-label={t("credentials.origin.remove", { origin })}
                title={t("credentials.origin.remove", { origin })}
              >
                <Icon name="x" size={12} />
              </ActionIcon>
            </ConfirmButton>
          )}
        </span>
      ))}
      {credential.origins.length === 0 && (
        <span className={classes.quiet}>{t("credentials.origin.none")}</span>
      )}
      {credential.asked_origins.map(({ origin, by, at }) => (
        <OriginQuestion key={origin} credential={credential} origin={origin} by={by} at={at} />
      ))}
    </div>
  );
}
