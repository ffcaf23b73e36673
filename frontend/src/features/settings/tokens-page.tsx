import { useTranslation } from "react-i18next";
import { useTokens } from "@/api/session";
import { EmptyState } from "@/components/empty-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { Section } from "@/components/section";
import { NewToken } from "@/features/settings/new-token";
import classes from "@/features/settings/settings.module.css";
import { TokenRow } from "@/features/settings/token-row";

export function TokensPage() {
  const { t } = useTranslation("settings");
  const tokens = useTokens();
  return (
    <Section title={t("tokens.title")} text={t("tokens.text")}>
      <NewToken />
      <QueryList
        query={tokens}
        rows={tokens.data}
        pending={<PageSkeleton rows={2} />}
        empty={<EmptyState icon="terminal-2" title={t("tokens.emptyTitle")} text={t("tokens.emptyText")} />}
      >
        <ul className={classes.list}>
          {tokens.data?.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      </QueryList>
    </Section>
  );
}
