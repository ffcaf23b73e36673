/**
 * A form that starts a run, on a page of its own or inside one of somebody else; who fills it in needs no account. With
 * `?draft`, who may change the workflow sees it as it is now, and what is sent runs the draft.
 */

import { Button, PasswordInput, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { cacheKey } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { type FieldFiles, type FormAt, formAt, usePublicForm, withFiles } from "@/api/forms";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { FormSubmission, JsonObject, PublicForm } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import sheet from "@/components/form-sheet/form-sheet.module.css";
import { Markdown } from "@/components/markdown";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { FormFields } from "@/features/public-form/form-fields";
import classes from "@/features/public-form/public-form.module.css";
import { SubmissionView } from "@/features/public-form/submission-view";
import { tabStorage } from "@/lib/browser-storage";
import { newRunKey } from "@/lib/new-run-key";

const SENT = "sent:";
const nameOf = (token: string) => `flowloom-form:${token}`;
const freshSubmission = (): KeptSubmission => ({ key: newRunKey(), isSent: false });

export function PublicFormPage() {
  const { t } = useTranslation("public-form");
  const { token = "" } = useParams();
  const [query] = useSearchParams();
  const place = { token, draft: query.has("draft") };
  const slot = place.draft ? `${token}?draft` : token;
  const form = usePublicForm(place);
  const [kept, setKept] = useState(() => keptSubmission(slot));
  const [opened, setOpened] = useState<{ form: PublicForm; password: string } | null>(null);
  const keep = (next: KeptSubmission) => {
    keepSubmission(slot, next);
    setKept(next);
  };
  const shown = opened?.form ?? form.data;
  return (
    <main className={classes.page}>
      <title>{shown?.title ?? ""}</title>
      <div className={classes.card}>
        {place.draft && <p className={classes.draft}>{t("draft")}</p>}
        {shown && <h1 className={sheet.title}>{shown.title}</h1>}
        {kept.isSent ? (
          <SubmissionView
            token={token}
            submissionKey={kept.key}
            accent={shown?.accent ?? ""}
            onAgain={() => keep(freshSubmission())}
            onLeave={() => keepSubmission(slot, freshSubmission())}
          />
        ) : shown ? (
          <Form
            place={place}
            query={query}
            form={shown}
            password={opened?.password ?? ""}
            submissionKey={kept.key}
            onOpened={(opening, password) => setOpened({ form: opening, password })}
            onSent={() => keep({ ...kept, isSent: true })}
          />
        ) : form.isError ? (
          <Unavailable error={form.error} onRetry={() => void form.refetch()} />
        ) : (
          <Skeleton height={240} />
        )}
      </div>
    </main>
  );
}

type FormProps = {
  place: FormAt;
  query: URLSearchParams;
  form: PublicForm;
  password: string;
  submissionKey: string;
  onOpened: (form: PublicForm, password: string) => void;
  onSent: () => void;
};

function Form({ place, query, form, password, submissionKey, onOpened, onSent }: FormProps) {
  const client = useQueryClient();
  const send = useSave(
    ({ body, files }: { body: FormSubmission; files: FieldFiles }) =>
      ask("post", "/api/forms/{token}/submissions/", { ...formAt(place), body, ...withFiles(body, files) }),
    {
      inPlace: true,
      onSuccess: (submission) => {
        const sent = at({ token: place.token, key: submissionKey });
        client.setQueryData(cacheKey("/api/forms/{token}/submissions/{key}/", sent), submission);
        onSent();
      },
    },
  );
  if (form.fields === null)
    return form.access === "password" ? <FormPassword token={place.token} onOpened={onOpened} /> : <SignIn />;
  return (
    <>
      {form.text && <Markdown text={form.text} />}
      <FormFields
        fields={form.fields}
        pointer="/fields"
        button={form.button}
        accent={form.accent}
        isSending={send.isPending}
        error={send.error}
        query={query}
        captcha={form.captcha}
        onSend={(values: JsonObject, proof, files) =>
          send.mutateAsync({ body: { key: submissionKey, values, password, ...proof }, files })
        }
      />
    </>
  );
}

function SignIn() {
  const { t } = useTranslation("public-form");
  return (
    <>
      <p className={classes.text}>{t("signInText")}</p>
      <Button size="md" component="a" href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`}>
        {t("signIn")}
      </Button>
    </>
  );
}

/** No form is here, or it takes nothing at the moment: both are no fault of the visitor's. */
function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation("public-form");
  const code = error instanceof ApiError ? error.code : "";
  if (code !== "form_gone" && code !== "form_closed") return <ErrorState error={error} onRetry={onRetry} />;
  const state = code === "form_gone" ? "gone" : "closed";
  return (
    <>
      <title>{t(`${state}.title`)}</title>
      <h1 className={sheet.title}>{t(`${state}.title`)}</h1>
      <p className={classes.text}>{t(`${state}.text`)}</p>
    </>
  );
}

type Props = { token: string; onOpened: (form: PublicForm, password: string) => void };

/** Password prompt of a protected form. */
function FormPassword({ token, onOpened }: Props) {
  const { t } = useTranslation("public-form");
  const [password, setPassword] = useState("");
  const open = useSave(
    () => ask("post", "/api/forms/{token}/open/", { ...at({ token }), body: { password } }),
    { inPlace: true, onSuccess: (form) => onOpened(form, password) },
  );
  return (
    <form
      className={sheet.form}
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate();
      }}
    >
      <PasswordInput
        size="md"
        label={t("password")}
        description={t("passwordHelp")}
        autoComplete="off"
        maxLength={limits.FormPassword.password}
        visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormError error={open.error} />
      <SubmitButton size="md" disabled={password === ""} loading={open.isPending}>
        {t("open")}
      </SubmitButton>
    </form>
  );
}

type KeptSubmission = { key: string; isSent: boolean };

/** The key with which a form is sent, kept while the tab is open: after a reload it still names the same submission. */
function keptSubmission(token: string): KeptSubmission {
  const kept = tabStorage.getItem(nameOf(token));
  return kept?.startsWith(SENT) ? { key: kept.slice(SENT.length), isSent: true } : freshSubmission();
}

function keepSubmission(token: string, { key, isSent }: KeptSubmission): void {
  if (isSent) tabStorage.setItem(nameOf(token), SENT + key);
  else tabStorage.removeItem(nameOf(token));
}
