/** The form for controls that hold a form themselves: they cannot import it, since it imports them. */

import { type ComponentType, createContext, useContext } from "react";
import type { JsonObject, JsonSchema } from "@/api/types";
import type { FieldErrors } from "./field-errors";
import type { FormContext } from "./form-context";

export type SchemaFormProps = {
  schema: JsonSchema;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  errors: FieldErrors;
  context: Omit<FormContext, "values">;
};

export const NestedForm = createContext<ComponentType<SchemaFormProps> | null>(null);

export function useNestedForm(): ComponentType<SchemaFormProps> {
  const Form = useContext(NestedForm);
  if (!Form) throw new Error("useNestedForm outside of a SchemaForm");
  return Form;
}
