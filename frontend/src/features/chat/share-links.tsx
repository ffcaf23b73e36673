import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShares } from "@/api/chat";
import { ask, at } from "@/api/http";
import type { Partner } from "@/api/partner";
import type { ChatShare } from "@/api/types";
import { limitsBody, ShareLimitFields, shareLimitsOf } from "@/components/chat-links/share-limits";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/i18n/format";
import classes from "./chat.module.css";

/** The links that the person gave for a partner: each may be changed and revoked. */
export function ShareLinks({ partner }: { partner: Partner }) {
  const { t } = useTranslation("chat");
  const { data } = useShares(partner);
  const [changing, setChanging] = useState<number | null>(null);
  const revoke = useSave((id: number) => ask("delete", "/api/shares/{share_id}/", at({ share_id: id })), {
    refreshes: ["/api/*/shares/"],
    inPlace: true,
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
                {t("share.caps", { count: share.turns_per_day, money: share.money_per_day })}
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
          {changing === share.id && <LinkForm share={share} onSaved={() => setChanging(null)} />}
        </div>
      ))}
      <FormError error={revoke.error} />
    </section>
  );
}

type FormProps = { share: ChatShare; onSaved: () => void };

function LinkForm({ share, onSaved }: FormProps) {
  const { t } = useTranslation("chat");
  const [limits, setLimits] = useState(() => shareLimitsOf(share));
  const save = useSave(
    () =>
      ask("patch", "/api/shares/{share_id}/", { ...at({ share_id: share.id }), body: limitsBody(limits) }),
    { refreshes: ["/api/*/shares/"], inPlace: true, onSuccess: onSaved },
  );
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
