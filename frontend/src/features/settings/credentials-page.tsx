import { ActionIcon } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useCredentials } from "@/api/queries";
import { queryKeys } from "@/api/query-keys";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import { Section } from "@/features/settings/section";
import classes from "@/features/settings/settings.module.css";

/** The secrets that are stored, by name: their values never leave the server. */
export function CredentialsPage() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const credentials = useCredentials();
  const remove = useMutation({
    mutationFn: api.credentials.remove,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.credentials }),
    onError: (error) => notifyFailed(errorText(error)),
  });
  return (
    <Section title={t("credentials.title")} text={t("credentials.text")}>
      {credentials.isPending && <PageSkeleton rows={3} />}
      {credentials.isError && (
        <ErrorState error={credentials.error} onRetry={() => void credentials.refetch()} />
      )}
      {credentials.data?.length === 0 && (
        <EmptyState icon="key" title={t("credentials.emptyTitle")} text={t("credentials.emptyText")} />
      )}
      {credentials.data && credentials.data.length > 0 && (
        <ul className={classes.list}>
          {credentials.data.map((credential) => (
            <li key={credential.id} className={classes.item}>
              <div className={classes.row}>
                <div className={classes.rowText}>
                  <p className={classes.rowName}>{credential.name}</p>
                  <p className={classes.rowAbout}>
                    {t(`credentials.kind.${credential.kind}`, credential.kind)}
                  </p>
                </div>
                <span className={classes.quiet}>
                  <RelativeTime iso={credential.created_at} />
                </span>
                <ConfirmButton
                  question={t("credentials.deleteQuestion", { name: credential.name })}
                  confirmLabel={t("credentials.delete")}
                  onConfirm={() => remove.mutate(credential.id)}
                >
                  <ActionIcon aria-label={t("credentials.deleteLabel", { name: credential.name })}>
                    <Icon name="trash" />
                  </ActionIcon>
                </ConfirmButton>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
