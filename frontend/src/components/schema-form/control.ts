/** The one interface of all controls of our own. */

import type { JsonSchema } from "@/api/types";
import type { FormContext } from "./form-context";

export type ControlProps<T = unknown> = {
  id: string;
  value: T | undefined;
  // Written as a method, so that controls of different value types fit into one table.
  onChange(value: T | null): void;
  /** Changes another field of the same object, for controls that hold two together. */
  changeSibling(field: string, value: unknown): void;
  schema: JsonSchema;
  label: string;
  placeholder: string;
  invalid: boolean;
  /** Says whether the control itself tells what is wrong, so that the server's word is not put beside it. */
  onErrorsShown?(shown: boolean): void;
  context: FormContext;
};

/** What every control hands on to the input that it is made of. */
export function inputProps({
  id,
  placeholder,
  invalid,
  context,
}: Pick<ControlProps, "id" | "placeholder" | "invalid" | "context">) {
  return { id, placeholder, error: invalid, disabled: context.readOnly };
}
