import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import type { User } from "@/api/types";

/** Keep the language of the screens with the person, since their mails are written in it. */
export function useReportedLanguage(user: User | null | undefined): void {
  const refresh = useRefresh();
  const { language } = useTranslation().i18n;
  const isUnknown = user != null && user.preferences.language !== language;
  useEffect(() => {
    if (!isUnknown) return;
    // A mail in an earlier language is no reason to disturb anybody; the next visit tries again.
    ask("patch", "/api/account/preferences/", { body: { language } }).then(
      () => refresh("/api/session/"),
      () => undefined,
    );
  }, [isUnknown, language, refresh]);
}
