import { ColorInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type ControlProps, inputProps } from "../control";

/** `#rrggbb`, or an empty text for the product's own. */
export function ColourControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  return (
    <ColorInput
      {...inputProps(props)}
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ "aria-label": t("pickColour") }}
      value={value ?? ""}
      onChange={onChange}
    />
  );
}
