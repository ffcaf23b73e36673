/**
 * A form that starts a run, on a page of its own or inside one of somebody else; who fills it in needs no account. With
 * `?draft`, who may change the workflow sees it as it is now, and what is sent runs the draft.
 */

import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import type { FieldFiles, FormAt } from "@/api/calls/forms";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { usePublicForm } from "@/api/queries/forms";
import { queryKeys } from "@/api/query-keys";
import type { FormSubmission, JsonObject, PublicForm } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { Markdown } from "@/components/markdown";
import { FormFields } from "./form-fields";
import { FormPassword } from "./form-password";
import { freshSubmission, type KeptSubmission, keepSubmission, keptSubmission } from "./kept-submission";
import classes from "./public-form.module.css";
import { SubmissionView } from "./submission-view";

export function PublicFormPage() {
  const { t } = useTranslation("public-form");
  const { token = "" } = useParams();
  const [query] = useSearchParams();
  const at = { token, draft: query.has("draft") };
  const place = at.draft ? `${token}?draft` : token;
  const form = usePublicForm(at);
  const [kept, setKept] = useState(() => keptSubmission(place));
  const [opened, setOpened] = useState<{ form: PublicForm; password: string } | null>(null);
  const keep = (next: KeptSubmission) => {
    keepSubmission(place, next);
    setKept(next);
  };
  const shown = opened?.form ?? form.data;
  return (
    <main className={classes.page}>
      <title>{shown?.title ?? ""}</title>
      <div className={classes.card}>
        {at.draft && <p className={classes.draft}>{t("draft")}</p>}
        {shown && <h1 className={classes.title}>{shown.title}</h1>}
        {kept.isSent ? (
          <SubmissionView
            token={token}
            submissionKey={kept.key}
            accent={shown?.accent ?? ""}
            onAgain={() => keep(freshSubmission())}
            onLeave={() => keepSubmission(place, freshSubmission())}
          />
        ) : shown ? (
          <Form
            at={at}
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
  at: FormAt;
  query: URLSearchParams;
  form: PublicForm;
  password: string;
  submissionKey: string;
  onOpened: (form: PublicForm, password: string) => void;
  onSent: () => void;
};

function Form({ at, query, form, password, submissionKey, onOpened, onSent }: FormProps) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: ({ body, files }: { body: FormSubmission; files: FieldFiles }) =>
      api.forms.submit(at, body, files),
    onSuccess: (submission) => {
      client.setQueryData(queryKeys.submission(at.token, submissionKey), submission);
      onSent();
    },
  });
  if (form.fields === null)
    return form.access === "password" ? <FormPassword token={at.token} onOpened={onOpened} /> : <SignIn />;
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
      <h1 className={classes.title}>{t(`${state}.title`)}</h1>
      <p className={classes.text}>{t(`${state}.text`)}</p>
    </>
  );
}
