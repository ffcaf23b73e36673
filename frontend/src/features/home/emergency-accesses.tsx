import { useTranslation } from "react-i18next";
import { useSession } from "@/api/queries/session";
import classes from "@/features/home/home.module.css";
import { currentLanguage } from "@/i18n";
import { formatMoment } from "@/i18n/format";

/** Tells a person that an administrator reads, or lately read, what they keep, and why. */
export function EmergencyAccesses() {
  const { t } = useTranslation("home");
  const accesses = useSession().data?.emergency_accesses ?? [];
  if (accesses.length === 0) return null;
  return (
    <section aria-label={t("emergency.title")} className={classes.emergency}>
      {accesses.map(({ id, by, reason, begun_at, ends_at }) => (
        <p key={id} role="note">
          {t("emergency.text", {
            by,
            reason,
            from: formatMoment(begun_at, currentLanguage()),
            until: formatMoment(ends_at, currentLanguage()),
          })}
        </p>
      ))}
    </section>
  );
}
