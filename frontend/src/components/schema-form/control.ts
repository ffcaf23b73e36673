/** The one interface of all controls. */

import type { Json, JsonSchema } from "@/api/types";
import type { FormContext } from "./form-context";

export type ControlProps<T = unknown> = {
  id: string;
  /** The field's name in its object. */
  name: string;
  value: T | undefined;
  // Written as a method, so that controls of different value types fit into one table.
  /** For a `T` with undefined, that removes the field from its object. */
  onChange(value: T | null): void;
  /** Changes another field of the same object, for controls that hold two together. */
  changeSibling(field: string, value: Json): void;
  schema: JsonSchema;
  label: string;
  placeholder: string;
  /** An empty field means null. */
  isNullable: boolean;
  isRequired: boolean;
  /** Ids of the texts below the field. */
  describedBy: string;
  invalid: boolean;
  /** Says whether the control itself tells what is wrong, so that the server's word is not put beside it. */
  onErrorsShown?(shown: boolean): void;
  context: FormContext;
};

type InputProps = Pick<
  ControlProps,
  "id" | "placeholder" | "isRequired" | "describedBy" | "invalid" | "context"
>;

/** Props that every control passes to its input. */
export function inputProps({ id, placeholder, isRequired, describedBy, invalid, context }: InputProps) {
  return {
    id,
    placeholder,
    error: invalid,
    disabled: context.readOnly,
    // As plain props they would be replaced by those of the component's own wrapper, which has no texts.
    attributes: {
      input: {
        "aria-describedby": describedBy || undefined,
        "aria-required": isRequired || undefined,
      },
    },
  };
}
