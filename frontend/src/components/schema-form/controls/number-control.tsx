import { isTimeUnit, NumberField } from "@/components/number-field";
import { readSchema } from "@/document/form-schema";
import { type ControlProps, inputProps } from "../control";

export function NumberControl({ value, onChange, isNullable, ...props }: ControlProps<number | undefined>) {
  const { type, minimum, maximum, default: preset, "x-unit": unit = "" } = readSchema(props.schema);
  return (
    <NumberField
      {...inputProps(props)}
      value={value ?? null}
      isNeeded={!isNullable && preset !== undefined}
      allowDecimal={type !== "integer"}
      min={minimum}
      max={maximum}
      // Units that are words stand in the help, where they are translated.
      time={isTimeUnit(unit) ? unit : undefined}
      onChange={(next) => onChange(next === null && !isNullable ? undefined : next)}
    />
  );
}
