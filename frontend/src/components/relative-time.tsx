import { useTranslation } from "react-i18next";
import { useNow } from "@/hooks/use-now";
import { formatAgo, formatDateTime } from "@/i18n/format";

export function RelativeTime({ iso }: { iso: string }) {
  const { language } = useTranslation().i18n;
  const now = useNow("slow");
  return (
    <time dateTime={iso} title={formatDateTime(iso, language)}>
      {formatAgo(iso, now, language)}
    </time>
  );
}
