/** A form of the product that is sent as one request: drawn from the API document with texts of the screen, checked, sent. */

import { type ReactNode, useState } from "react";
import type { JsonObject, JsonSchema, LocalText } from "@/api/types";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { fieldsOf } from "@/document/form-schema";
import { EMPTY_CONTEXT } from "./form-context";
import { leftEmpty } from "./form-fields";
import { SchemaForm } from "./schema-form";
import classes from "./schema-form.module.css";

/** Field of a form: its texts, and what the screen adds to the document or knows better. */
type Field = {
  title: string;
  description?: string | undefined;
  /** Shown while the field is empty but must not be. */
  missing?: string;
  "x-widget"?: "long-text" | "select" | "labelled-switch";
  /** Least and most lines of a long text. */
  "x-rows"?: readonly [number, number?];
  "x-placeholder"?: string;
  "x-suggestions"?: readonly string[];
  "x-show-if"?: Record<string, unknown>;
  enum?: readonly string[];
  "x-enum-labels"?: Record<string, LocalText>;
  type?: string | readonly string[];
  default?: string | undefined;
  minLength?: number;
  format?: "email" | "uri";
  "x-longest"?: number;
  "x-spellcheck"?: false;
};

/** Schema of a form: the fields that are named, in this order, as the API document has them (`bodies.gen.ts`). */
export function formOf(body: Readonly<Record<string, object>>, fields: Record<string, Field>): JsonSchema {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...body[name], ...field }] as const);
  return { type: "object", properties: Object.fromEntries(entries) };
}

type Props<Values extends JsonObject, Saved> = {
  /** The form for these values (see `formOf`). */
  schema: (values: Values) => JsonSchema;
  initial: Values;
  /** Errors that the schema does not know, by field. */
  check?: (values: Values) => Record<string, string>;
  send: (values: Values) => Promise<Saved>;
  /** As in `useSave`. */
  refreshes: readonly string[];
  done?: string;
  onSaved: (saved: Saved) => void;
  submit: "save" | "create";
  onCancel: () => void;
  className?: string | undefined;
  /** Above the fields. */
  head?: (values: Values, change: (changes: Partial<Values>) => void) => ReactNode;
  /** Below the fields. */
  children?: ReactNode;
};

export function RequestForm<Values extends JsonObject, Saved>({
  schema: schemaFor,
  initial,
  check,
  send,
  onSaved,
  submit,
  onCancel,
  className = classes.request,
  head,
  children,
  ...options
}: Props<Values, Saved>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const schema = schemaFor(values);
  const save = useSave(send, { ...options, form: { errors, setErrors }, onSuccess: onSaved });
  const change = (next: JsonObject) => {
    const isSame = ([name]: [string, string]) => next[name] === values[name];
    setErrors(Object.fromEntries(Object.entries(errors).filter(isSame)));
    setValues(next as Values);
  };
  const onSubmit = () => {
    const fields = fieldsOf(schema);
    const missing = leftEmpty(schema, values).map((name) => [name, String(fields[name]?.missing ?? "")]);
    const found = { ...Object.fromEntries(missing), ...check?.(values) };
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(values);
  };
  return (
    <Form className={className} onSubmit={onSubmit} noValidate>
      <FormError error={save.formError} />
      {head?.(values, (changes) => change({ ...values, ...changes }))}
      <SchemaForm
        schema={schema}
        value={values}
        onChange={change}
        errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]))}
        context={EMPTY_CONTEXT}
      />
      {children}
      <FormButtons submit={submit} loading={save.isPending} onCancel={onCancel} />
    </Form>
  );
}
