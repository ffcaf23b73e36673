import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useTokens } from "@/api/session";
import type { ApiToken } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { Section } from "@/components/section";
import { useSave } from "@/components/use-save";
import { NewToken } from "@/features/settings/new-token";
import classes from "@/features/settings/settings.module.css";
import { formatDate } from "@/i18n/format";
import { serverNow } from "@/lib/server-clock";

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

function TokenRow({ token }: { token: ApiToken }) {
  const { t } = useTranslation("settings");
  const remove = useSave(() => ask("delete", "/api/tokens/{token_id}/", at({ token_id: token.id })), {
    refreshes: ["/api/tokens/"],
  });
  const limits = [token.read_only ? t("tokens.readOnlyMark") : "", token.workflow?.name ?? ""].filter(
    Boolean,
  );
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{token.name}</p>
          <p className={classes.rowAbout}>
            <code>{token.prefix}…</code>
            {" · "}
            {[...token.scopes.map((scope) => t(`tokens.scope.${scope}`)), ...limits].join(", ")}
            {" · "}
            <TokenEnd iso={token.expires_at} />
          </p>
        </div>
        <span className={classes.quiet}>
          {token.last_used_at ? (
            <>
              {t("tokens.used")} <RelativeTime iso={token.last_used_at} />
            </>
          ) : (
            t("tokens.neverUsed")
          )}
        </span>
        <ConfirmButton
          question={t("tokens.deleteQuestion", { name: token.name })}
          confirmLabel={t("tokens.delete")}
          onConfirm={() => remove.mutate()}
        >
          <IconButton icon="trash" label={t("tokens.deleteLabel", { name: token.name })} />
        </ConfirmButton>
      </div>
    </li>
  );
}

function TokenEnd({ iso }: { iso: string | null }) {
  const { t, i18n } = useTranslation("settings");
  if (iso === null) return t("tokens.never");
  if (Date.parse(iso) <= serverNow()) return t("tokens.expired");
  return `${t("tokens.expires")} ${formatDate(iso, i18n.language)}`;
}
