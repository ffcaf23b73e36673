import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";

export type ErrorText = {
  title: string;
  text: string;
  /** Problem of the first refused field, without a form. */
  fault?: string;
};

/** Say any error in words for people: what happened, and what they can do. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return { title: t("error.bug.title"), text: t("error.bug.text") };
      if (error.code === UNREACHABLE) {
        return { title: t("error.unreachable.title"), text: t("error.unreachable.text") };
      }
      if (error.code === UNREADABLE) {
        return {
          title: t("error.unreadable.title"),
          text: t("error.unreadable.text", { status: error.status }),
        };
      }
      if (error.isMissing) return { title: t("error.missing.title"), text: t("error.missing.text") };
      const title = typeof error.data.title === "string" ? error.data.title : t("error.refused.title");
      const reference = typeof error.data.reference === "string" ? error.data.reference : null;
      const text = error.detail || t("error.refused.text");
      const [first] = error.errors;
      return {
        title,
        text: reference ? `${text} (${t("error.reference", { reference })})` : text,
        ...(first && { fault: first.pointer ? `${first.message} (${first.pointer})` : first.message }),
      };
    },
    [t],
  );
}
