import { ActionIcon } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { ApiToken } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";
import { formatDate } from "@/i18n/format";
import { serverNow } from "@/lib/server-clock";

export function TokenRow({ token }: { token: ApiToken }) {
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
          <ActionIcon aria-label={t("tokens.deleteLabel", { name: token.name })}>
            <Icon name="trash" />
          </ActionIcon>
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
