import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useSession } from "@/api/queries/session";
import { queryKeys } from "@/api/query-keys";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useUser } from "@/hooks/use-user";

/** Setting for mails about mentions; hidden if the server cannot send mail. */
export function MentionMails() {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { email, preferences } = useUser();
  const canMail = useSession().data?.sends_mail === true;
  const change = useMutation({
    mutationFn: api.session.changePreferences,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.session }),
    onError: (error) => notifyFailed(errorText(error)),
  });
  if (!canMail) return null;
  return (
    <Switch
      label={t("account.mailOnMention")}
      description={email === "" ? t("account.mailNeedsAddress") : undefined}
      disabled={email === ""}
      checked={change.isPending ? change.variables.mail_on_mention : preferences.mail_on_mention}
      onChange={(event) => change.mutate({ mail_on_mention: event.currentTarget.checked })}
    />
  );
}
