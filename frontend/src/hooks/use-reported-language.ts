import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { User } from "@/api/types";

/** Keep the language of the screens with the person, since their mails are written in it. */
export function useReportedLanguage(user: User | null | undefined): void {
  const queryClient = useQueryClient();
  const { language } = useTranslation().i18n;
  const isUnknown = user != null && user.preferences.language !== language;
  useEffect(() => {
    if (!isUnknown) return;
    // A mail in an earlier language is no reason to disturb anybody; the next visit tries again.
    api.session.changePreferences({ language }).then(
      () => queryClient.invalidateQueries({ queryKey: queryKeys.session }),
      () => undefined,
    );
  }, [isUnknown, language, queryClient]);
}
