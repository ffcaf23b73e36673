import { NumberInput, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ChatShare, ChatShareChange } from "@/api/types";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/i18n/format";
import { serverNow } from "@/lib/server-clock";

const DAY_MS = 86_400_000;
const DAYS = ["1", "7", "30", "0"] as const;
const KEEP = "keep";

/** Form values; `days` is `0` for no end, `keep` for the current end. */
type ShareLimits = { days: string; turns: number | string; money: number | string };

export const NEW_LIMITS: ShareLimits = { days: "30", turns: 200, money: 5 };

export function shareLimitsOf(share: ChatShare): ShareLimits {
  const days = share.expires_at === null ? "0" : KEEP;
  return { days, turns: share.turns_per_day, money: share.money_per_day };
}

/** Request body; empty fields keep their value. */
export function limitsBody({ days, turns, money }: ShareLimits): ChatShareChange {
  return {
    ...(days !== KEEP && { expires_at: endAfter(days) }),
    ...(typeof turns === "number" && { turns_per_day: turns }),
    ...(typeof money === "number" && { money_per_day: money }),
  };
}

function endAfter(days: string): string | null {
  return days === "0" ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();
}

type Props = {
  right: ChatShare["right"];
  /** End of an existing link. */
  endsAt?: string | null;
  value: ShareLimits;
  onChange: (value: ShareLimits) => void;
};

/** When a link ends and, where visitors talk to the agent, how much they may use. */
export function ShareLimitFields({ right, endsAt = null, value, onChange }: Props) {
  const { t } = useTranslation("chat");
  const days = DAYS.map((one): { value: string; label: string } => ({
    value: one,
    label: t(`share.days.${one}`),
  }));
  const kept = endsAt !== null && {
    value: KEEP,
    label: t("share.until", { time: formatDateTime(endsAt, currentLanguage()) }),
  };
  return (
    <>
      <Select
        label={t("share.expires")}
        value={value.days}
        allowDeselect={false}
        data={kept ? [kept, ...days] : days}
        onChange={(chosen) => chosen !== null && onChange({ ...value, days: chosen })}
      />
      {right === "chat" && (
        <>
          <NumberInput
            label={t("share.turnsPerDay")}
            w={130}
            min={1}
            allowDecimal={false}
            value={value.turns}
            onChange={(turns) => onChange({ ...value, turns })}
          />
          <NumberInput
            label={t("share.moneyPerDay")}
            w={130}
            min={0}
            value={value.money}
            onChange={(money) => onChange({ ...value, money })}
          />
        </>
      )}
    </>
  );
}
