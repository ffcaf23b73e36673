import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "@/components/submit-button";
import { accentColours } from "./accent";

type Props = { label: string; accent: string; loading?: boolean; disabled?: boolean };

/** The button of a public form, in the form's own words and colour where it has some. */
export function FormSendButton({ label, accent, ...props }: Props) {
  const { t } = useTranslation("public-form");
  const colours = accentColours(accent);
  return (
    <SubmitButton
      size="md"
      {...props}
      {...(colours && {
        color: colours.background,
        // The type of styles has no custom properties.
        style: { "--button-color": colours.text } as CSSProperties,
      })}
    >
      {label || t("send")}
    </SubmitButton>
  );
}
