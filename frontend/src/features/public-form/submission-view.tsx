/** State of a submission: progress, the next step to fill in, the result, or a failure. */

import { Anchor, Button, Loader } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cacheKey } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { FieldFiles } from "@/api/forms";
import { filesAddress, useSubmission, withFiles } from "@/api/forms";
import { ask, at } from "@/api/http";
import type { FormStep, Json, JsonObject, Submission } from "@/api/types";
import { FilesAddress } from "@/components/files-address";
import { Icon } from "@/components/icon";
import { Markdown } from "@/components/markdown";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import { ValueView } from "@/components/value-view/value-view";
import { FormFields } from "@/features/public-form/form-fields";
import classes from "@/features/public-form/public-form.module.css";

/** True for the address of a page; all else could run as a script. The server has checked it, too. */
function leadsOn(address: string): boolean {
  return /^https?:\/\//.test(address) && URL.canParse(address);
}

type Props = {
  token: string;
  submissionKey: string;
  accent: string;
  onAgain: () => void;
  /** Called when the visitor leaves for another page, after which the form is empty. */
  onLeave: () => void;
};

export function SubmissionView({ token, submissionKey, accent, onAgain, onLeave }: Props) {
  const { t } = useTranslation("public-form");
  const submission = useSubmission(token, submissionKey, true);
  const { data } = submission;
  const again = (
    <div>
      <Button size="md" variant="default" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
  if (data === undefined)
    return (
      <>
        <QueryState query={submission} pending={<Progress text={t("sending")} />} />
        {submission.isError && again}
      </>
    );
  if (data.state === "asks" && data.step)
    return (
      <Step key={data.step.id} token={token} submissionKey={submissionKey} step={data.step} accent={accent} />
    );
  if (data.state === "done")
    return (
      <FilesAddress value={filesAddress(token, submissionKey)}>
        <Done submission={data} onLeave={onLeave}>
          {again}
        </Done>
      </FilesAddress>
    );
  if (data.state === "failed") return <Failed>{again}</Failed>;
  return <Progress text={t(data.is_waiting ? "waiting" : "running")} />;
}

function Progress({ text }: { text: string }) {
  return (
    <p className={classes.progress} role="status">
      <Loader size="sm" />
      {text}
    </p>
  );
}

type DoneProps = { submission: Submission; onLeave: () => void; children: React.ReactNode };

function Done({ submission, onLeave, children }: DoneProps) {
  const { t } = useTranslation("public-form");
  return (
    <>
      <Heading icon="circle-check" text={t("done")} />
      {submission.thanks === "" ? (
        <p className={classes.text}>{t("thanks")}</p>
      ) : (
        <Markdown text={submission.thanks} />
      )}
      {submission.output && <FormResult output={submission.output} />}
      {leadsOn(submission.redirect) && <GoOn address={submission.redirect} onLeave={onLeave} />}
      {children}
    </>
  );
}

function Failed({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation("public-form");
  return (
    <>
      <Heading icon="alert-circle" text={t("failed")} />
      <p className={classes.text}>{t("failedText")}</p>
      {children}
    </>
  );
}

/** Takes the focus from the button that is gone, so that it is read out and keys go on from here. */
function Heading({ icon, text }: { icon: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.outcome}>
      <Icon name={icon} size={20} />
      {text}
    </h2>
  );
}

type StepProps = { token: string; submissionKey: string; step: FormStep; accent: string };

function Step({ token, submissionKey, step, accent }: StepProps) {
  const { t } = useTranslation("public-form");
  const client = useQueryClient();
  const queryKey = cacheKey("/api/forms/{token}/submissions/{key}/", at({ token, key: submissionKey }));
  const answer = useSave(
    ({ values, files }: { values: JsonObject; files: FieldFiles }) =>
      ask("post", "/api/forms/{token}/submissions/{key}/", {
        ...at({ token, key: submissionKey }),
        body: { step: step.id, values },
        ...withFiles({ step: step.id, values }, files),
      }),
    {
      onSuccess: (submission) => client.setQueryData(queryKey, submission),
      onError: (error) => {
        // Answered in another tab, or too late: how it stands now is shown instead.
        if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
      },
    },
  );
  return (
    <>
      {step.title !== "" && <Heading icon="clipboard-text" text={step.title} />}
      {step.text !== "" && <Markdown text={step.text} />}
      <FormFields
        fields={step.fields}
        pointer="/values"
        button={t("next")}
        accent={accent}
        isSending={answer.isPending}
        error={answer.error}
        onSend={(values, _proof, files) => answer.mutateAsync({ values, files })}
      />
    </>
  );
}

/** Output of the run: a single value without a label, several values with their names. */
function FormResult({ output }: { output: JsonObject }) {
  const values = Object.entries(output);
  const [first] = values;
  if (values.length === 1 && first) return <Value value={first[1]} />;
  return values.map(([name, value]) => (
    <section key={name} className={classes.value}>
      <h3 className={classes.name}>{name}</h3>
      <Value value={value} />
    </section>
  ));
}

function Value({ value }: { value: Json }) {
  if (value === null || value === "") return <p className={classes.text}>–</p>;
  if (typeof value === "string") return <Markdown text={value} />;
  if (typeof value !== "object") return <p className={classes.text}>{String(value)}</p>;
  return <ValueView value={value} openLevels={2} />;
}

type GoOnProps = { address: string; onLeave: () => void };

/** Takes the visitor on to another page, with a link where a page around this one forbids that. */
function GoOn({ address, onLeave }: GoOnProps) {
  const { t } = useTranslation("public-form");
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    leave();
    window.location.assign(address);
  }, [address]);
  return (
    <p className={classes.text}>
      {t("goingOn")} <Anchor href={address}>{new URL(address).host}</Anchor>
    </p>
  );
}
