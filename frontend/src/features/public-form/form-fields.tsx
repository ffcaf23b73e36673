/** Form fields and a button; errors are shown at the field. */

import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { FieldFiles } from "@/api/forms";
import type { Captcha, JsonObject } from "@/api/types";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { FormSendButton } from "@/components/form-sheet/form-send-button";
import sheet from "@/components/form-sheet/form-sheet.module.css";
import { InputField } from "@/components/run-inputs/input-field";
import {
  initialInputs,
  missingInputs,
  readFields,
  type StartField,
  shownFields,
} from "@/components/run-inputs/start-fields";
import { CaptchaField } from "./captcha-field";
import { prefilled } from "./prefilled";
import classes from "./public-form.module.css";

type Props = {
  fields: readonly JsonObject[];
  /** Pointer prefix of server errors: `/values/<name>`. */
  pointer: string;
  button: string;
  accent: string;
  isSending: boolean;
  error: unknown;
  /** Field values from the address. */
  query?: URLSearchParams;
  /** Asked for before anything is sent. */
  captcha?: Captcha | null;
  /** `website` is what only programs fill in. */
  onSend: (
    values: JsonObject,
    proof: { website: string; captcha: string },
    files: FieldFiles,
  ) => Promise<unknown>;
};

export function FormFields({
  fields: given,
  pointer,
  button,
  accent,
  isSending,
  error,
  query,
  captcha,
  onSend,
}: Props) {
  const { t } = useTranslation("public-form");
  const fields = readFields([...given]);
  const [values, setValues] = useState<JsonObject>(() =>
    initialInputs(fields, query ? prefilled(fields, query) : null),
  );
  const files = useRef<FieldFiles>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const trap = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refused = errorsOf(error, pointer);
  const asked = shownFields(fields, values);
  // The server decides: what it asks for is shown.
  const shown = fields.filter((field) => asked.includes(field) || Object.hasOwn(refused, field.name));
  const isBusy = useRef(false);
  const [answer, setAnswer] = useState("");
  const [attempt, setAttempt] = useState(0);
  const submit = async () => {
    // A second click comes before the button is drawn as busy.
    if (isBusy.current) return;
    const open = missingInputs(fields, values);
    setMissing(open);
    if (open.length === 0) {
      isBusy.current = true;
      try {
        const proof = { website: trap.current?.value ?? "", captcha: answer };
        const ofShown = ([name]: [string, unknown]) => shown.some((field) => field.name === name);
        await onSend(
          withoutFiles(fields, Object.fromEntries(Object.entries(values).filter(ofShown))),
          proof,
          Object.fromEntries(Object.entries(files.current).filter(ofShown)),
        );
      } catch {
        // Whoever sends keeps the error, which is shown here.
        setAnswer("");
        setAttempt((before) => before + 1);
      } finally {
        isBusy.current = false;
      }
      return;
    }
    const first = fields.findIndex(({ name }) => open.includes(name));
    focusField(form.current, first);
  };
  return (
    <Form ref={form} className={sheet.form} onSubmit={() => void submit()} noValidate>
      {fields.map((field) => (
        <div key={field.name} data-field={field.name} hidden={!shown.includes(field)}>
          <InputField
            size="md"
            field={field}
            value={values[field.name]}
            error={missing.includes(field.name) ? t("required") : refused[field.name]}
            onFiles={(chosen) => {
              files.current = { ...files.current, [field.name]: chosen };
            }}
            onChange={(value) => {
              setMissing((before) => before.filter((name) => name !== field.name));
              setValues(({ [field.name]: _before, ...rest }) =>
                value === undefined ? rest : { ...rest, [field.name]: value },
              );
            }}
          />
        </div>
      ))}
      <div className={classes.trap} aria-hidden="true">
        <input ref={trap} name="your-website" tabIndex={-1} autoComplete="off" aria-label="Website" />
      </div>
      {captcha && <CaptchaField captcha={captcha} attempt={attempt} onAnswer={setAnswer} />}
      {Object.keys(refused).length === 0 && <FormError error={error} />}
      <FormSendButton
        label={button}
        accent={accent}
        loading={isSending}
        disabled={Boolean(captcha) && answer === ""}
      />
    </Form>
  );
}

/** Values sent as JSON; files are separate parts. */
function withoutFiles(fields: readonly StartField[], values: JsonObject): JsonObject {
  const asked = new Set(
    fields.filter(({ kind }) => kind === "file" || kind === "files").map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !asked.has(name)));
}

function focusField(form: HTMLFormElement | null, at: number): void {
  const place = form?.querySelectorAll<HTMLElement>("[data-field]")[at];
  place?.querySelector<HTMLElement>("input, textarea")?.focus();
}

/** `/fields/price` counts for `price`. */
function errorsOf(error: unknown, pointer: string): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const found = error.errors.filter((one) => one.pointer.startsWith(`${pointer}/`));
  return Object.fromEntries(found.map((one) => [one.pointer.slice(pointer.length + 1), one.message]));
}
