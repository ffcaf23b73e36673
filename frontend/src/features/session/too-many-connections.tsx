import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { connectionRefused } from "@/api/session-events";
import { notifyFailed } from "@/components/notify";

const AGAIN_AFTER_MS = 60_000;

/** Says once a minute at most why a page does not follow what happens; it tries again by itself. */
export function TooManyConnections() {
  const { t } = useTranslation("session");
  useEffect(() => {
    let shownAt = Number.NEGATIVE_INFINITY;
    return connectionRefused.listen(() => {
      if (performance.now() - shownAt < AGAIN_AFTER_MS) return;
      shownAt = performance.now();
      notifyFailed({ title: t("tooManyConnections.title"), text: t("tooManyConnections.text") });
    });
  }, [t]);
  return null;
}
