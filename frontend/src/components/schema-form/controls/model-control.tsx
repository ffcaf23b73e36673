/** Provider and model of a node, which are two fields beside each other, as one picker. */

import { ModelPicker } from "@/components/model-picker/model-picker";
import { textOf } from "@/document/config";
import type { ControlProps } from "../control";

const MODEL_FIELD = "model";

export function ModelControl({
  id,
  label,
  value,
  onChange,
  changeSibling,
  invalid,
  context,
}: ControlProps<string>) {
  return (
    <div data-field={MODEL_FIELD}>
      <ModelPicker
        id={id}
        label={label}
        value={{ provider: value ?? "", model: textOf(context.values[MODEL_FIELD]) }}
        readOnly={context.readOnly}
        invalid={invalid}
        onChange={({ provider, model }) => {
          onChange(provider);
          changeSibling(MODEL_FIELD, model);
        }}
      />
    </div>
  );
}
