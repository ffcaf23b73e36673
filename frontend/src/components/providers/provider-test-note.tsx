import { useTranslation } from "react-i18next";
import type { ProviderReport } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import classes from "@/components/providers/providers.module.css";
import { formatDuration } from "@/i18n/format";

type Props = { result: ProviderReport | undefined; error: Error | null };

/** Result of a provider's test; empty before the first one. */
export function ProviderTestNote({ result, error }: Props) {
  const { t } = useTranslation("settings");
  if (error) return <FormError error={error} />;
  if (!result) return null;
  const time = formatDuration(result.latency_ms);
  const works = result.models.length
    ? t("providers.listed", { time, count: result.models.length })
    : t("providers.works", { time });
  return (
    <p className={classes.test} data-ok={result.ok} role="status">
      <Icon name={result.ok ? "check" : "alert-circle"} size={14} />
      {result.ok ? works : result.message}
    </p>
  );
}
