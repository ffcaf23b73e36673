import { Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useBrowserSessions, useSession } from "@/api/session";
import type { BrowserSession, EmailChange, PreferencesPatch } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { FormError } from "@/components/form-error";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { Section } from "@/components/section";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { FactorsSection } from "@/features/settings/factors/factors-section";
import { PasswordForm } from "@/features/settings/password-form";
import classes from "@/features/settings/settings.module.css";
import { useSignOut } from "@/hooks/use-sign-out";
import { useUser } from "@/hooks/use-user";
import { browserName } from "@/lib/browser-name";

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
        <QueryState query={sessions} pending={<PageSkeleton rows={2} />} />
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

/** Change where one gets links to a new password. */
function EmailForm() {
  const { t } = useTranslation("settings");
  const { email } = useUser();
  const form = useForm({
    initialValues: { email },
  });
  const change = useSave((body: EmailChange) => ask("post", "/api/account/email/", { body }), {
    refreshes: ["/api/session/"],
    done: t("account.emailChanged"),
    form,
  });
  const send = (values: typeof form.values) => change.mutate({ email: values.email.trim() });
  return (
    <form className={classes.password} onSubmit={form.onSubmit(send)} noValidate>
      <FormError error={change.formError} />
      <TextInput
        label={t("account.email")}
        type="email"
        autoComplete="email"
        {...form.getInputProps("email")}
      />
      <SubmitButton loading={change.isPending}>{t("account.changeEmail")}</SubmitButton>
    </form>
  );
}

/** Email setting for mentions; hidden if the server cannot send mail. */
function MentionMails() {
  const { t } = useTranslation("settings");
  const { email, preferences } = useUser();
  const canMail = useSession().data?.sends_mail === true;
  const change = useSave((body: PreferencesPatch) => ask("patch", "/api/account/preferences/", { body }), {
    refreshes: ["/api/session/"],
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

function SessionRow({ session }: { session: BrowserSession }) {
  const { t } = useTranslation("settings");
  const signOut = useSignOut();
  const end = useSave(
    () =>
      ask("delete", "/api/account/sessions/{browser_session_id}/", at({ browser_session_id: session.id })),
    { refreshes: ["/api/account/sessions/"] },
  );
  const known = browserName(session.user_agent);
  const name = known ? t("account.browser", known) : t("account.unknownBrowser");
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName} title={session.user_agent}>
            {name} {session.is_current && <span className={classes.mark}>{t("account.here")}</span>}
          </p>
          <p className={classes.rowAbout}>
            {session.address} · {t("account.since")} <RelativeTime iso={session.created_at} /> ·{" "}
            {t("account.seen")} <RelativeTime iso={session.last_seen_at} />
          </p>
        </div>
        {session.is_current ? (
          <Button size="xs" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t("account.signOut")}
          </Button>
        ) : (
          <ConfirmButton
            question={t("account.endQuestion", { name })}
            confirmLabel={t("account.end")}
            onConfirm={() => end.mutate()}
          >
            <Button
              size="xs"
              variant="default"
              loading={end.isPending}
              aria-label={t("account.endLabel", { name })}
            >
              {t("account.end")}
            </Button>
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}
