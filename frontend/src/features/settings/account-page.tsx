import { useTranslation } from "react-i18next";
import { useBrowserSessions } from "@/api/queries/session";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { EmailForm } from "@/features/settings/email-form";
import { FactorsSection } from "@/features/settings/factors/factors-section";
import { MentionMails } from "@/features/settings/mention-mails";
import { PasswordForm } from "@/features/settings/password-form";
import { Section } from "@/features/settings/section";
import { SessionRow } from "@/features/settings/session-row";
import classes from "@/features/settings/settings.module.css";

/** One's password, second factors and e-mail address, and where one is signed in. */
export function AccountPage() {
  const { t } = useTranslation("settings");
  const sessions = useBrowserSessions();
  return (
    <>
      <Section title={t("account.passwordTitle")} text={t("account.passwordText")}>
        <PasswordForm />
      </Section>
      <FactorsSection />
      <Section title={t("account.emailTitle")} text={t("account.emailText")}>
        <EmailForm />
        <MentionMails />
      </Section>
      <Section title={t("account.sessionsTitle")} text={t("account.sessionsText")}>
        {sessions.isPending && <PageSkeleton rows={2} />}
        {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {sessions.data && (
          <ul className={classes.list}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
