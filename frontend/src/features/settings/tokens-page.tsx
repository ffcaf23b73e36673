import { useTranslation } from "react-i18next";
import { useTokens } from "@/api/queries/session";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { NewToken } from "@/features/settings/new-token";
import { Section } from "@/features/settings/section";
import classes from "@/features/settings/settings.module.css";
import { TokenRow } from "@/features/settings/token-row";

export function TokensPage() {
  const { t } = useTranslation("settings");
  const tokens = useTokens();
  return (
    <Section title={t("tokens.title")} text={t("tokens.text")}>
      <NewToken />
      {tokens.isPending && <PageSkeleton rows={2} />}
      {tokens.isError && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 && (
        <EmptyState icon="terminal-2" title={t("tokens.emptyTitle")} text={t("tokens.emptyText")} />
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className={classes.list}>
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Section>
  );
}
