import { ColorInput } from "@mantine/core";
import { type ControlProps, inputProps } from "../control";

/** `#rrggbb`, or an empty text for the product's own. */
export function ColourControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <ColorInput
      {...inputProps(props)}
      format="hex"
      fixOnBlur={false}
      value={value ?? ""}
      onChange={onChange}
    />
  );
}
