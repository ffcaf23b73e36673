import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ControlProps } from "../control";

/** On, off, or left to the product. */
export function TriStateControl({ value, onChange, label, context }: ControlProps<boolean>) {
  const { t } = useTranslation("schema-form");
  return (
    <SegmentedControl
      size="xs"
      display="flex"
      w="fit-content"
      aria-label={label}
      disabled={context.readOnly}
      value={typeof value === "boolean" ? String(value) : "auto"}
      onChange={(next) => onChange(next === "auto" ? null : next === "true")}
      data={[
        { value: "auto", label: t("automatic") },
        { value: "true", label: t("on") },
        { value: "false", label: t("off") },
      ]}
    />
  );
}
