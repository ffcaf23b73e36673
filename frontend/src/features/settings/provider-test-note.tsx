import { useTranslation } from "react-i18next";
import type { ProviderTest } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import classes from "@/features/settings/settings.module.css";
import { formatDuration } from "@/i18n/format";

type Props = { result: ProviderTest | undefined; error: Error | null };

/** What the test call to a provider said; nothing before the first test. */
export function ProviderTestNote({ result, error }: Props) {
  const { t } = useTranslation("settings");
  if (error) return <FormError error={error} />;
  if (!result) return null;
  return (
    <p className={classes.test} data-ok={result.ok} role="status">
      <Icon name={result.ok ? "check" : "alert-circle"} size={14} />
      {result.ok ? t("providers.works", { time: formatDuration(result.latency_ms) }) : result.message}
    </p>
  );
}
