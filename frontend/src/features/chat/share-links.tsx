import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { Partner } from "@/api/partner";
import { useShares } from "@/api/queries/chat";
import { queryKeys } from "@/api/query-keys";
import type { ChatShare } from "@/api/types";
import { limitsBody, ShareLimitFields, shareLimitsOf } from "@/components/chat-links/share-limits";
import { FormError } from "@/components/form-error";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/i18n/format";
import classes from "./chat.module.css";

/** The links that the person gave for a partner: each may be changed and revoked. */
export function ShareLinks({ partner }: { partner: Partner }) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const { data } = useShares(partner);
  const [changing, setChanging] = useState<number | null>(null);
  const revoke = useMutation({
    mutationFn: api.chat.revoke,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.shares(partner) }),
  });
  const links = (data?.results ?? []).filter((share) => share.revoked_at === null);
  if (links.length === 0) return null;
  return (
    <section>
      <h3 className={classes.label}>{t("share.links")}</h3>
      {links.map((share) => (
        <div key={share.id}>
          <div className={classes.linkRow}>
            <code>{share.prefix}…</code>
            <span>{t(`share.${share.right}`)}</span>
            <span className={classes.quiet}>
              {share.expires_at === null
                ? t("share.days.0")
                : t("share.until", { time: formatDateTime(share.expires_at, currentLanguage()) })}
            </span>
            {share.right === "chat" && (
              <span className={classes.quiet}>
                {t("share.caps", { turns: share.turns_per_day, money: share.money_per_day })}
              </span>
            )}
            <span className={classes.gap} />
            <Button
              size="xs"
              variant="default"
              aria-expanded={changing === share.id}
              onClick={() => setChanging(changing === share.id ? null : share.id)}
            >
              {t("share.change")}
            </Button>
            <Button size="xs" variant="default" onClick={() => revoke.mutate(share.id)}>
              {t("share.revoke")}
            </Button>
          </div>
          {changing === share.id && (
            <LinkForm share={share} partner={partner} onSaved={() => setChanging(null)} />
          )}
        </div>
      ))}
      <FormError error={revoke.error} />
    </section>
  );
}

type FormProps = { share: ChatShare; partner: Partner; onSaved: () => void };

function LinkForm({ share, partner, onSaved }: FormProps) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const [limits, setLimits] = useState(() => shareLimitsOf(share));
  const save = useMutation({
    mutationFn: () => api.chat.changeShare(share.id, limitsBody(limits)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.shares(partner) });
      onSaved();
    },
  });
  return (
    <>
      <Group align="flex-end" gap="xs">
        <ShareLimitFields right={share.right} endsAt={share.expires_at} value={limits} onChange={setLimits} />
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          {t("share.save")}
        </Button>
      </Group>
      <FormError error={save.error} />
    </>
  );
}
