import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const EFFORTS = ["", "off", "low", "medium", "high"] as const;
export type Effort = (typeof EFFORTS)[number];

type Props = {
  label: string;
  description?: string;
  /** Label of no choice. */
  unset: string;
  value: Effort;
  error?: ReactNode;
  onChange: (effort: Effort) => void;
};

/** Reasoning effort of a model. */
export function EffortSelect({ unset, onChange, ...props }: Props) {
  const { t } = useTranslation("common");
  return (
    <NativeSelect
      {...props}
      data={EFFORTS.map((value) => ({ value, label: value ? t(`effort.${value}`) : unset }))}
      onChange={({ currentTarget }) => onChange(EFFORTS.find((one) => one === currentTarget.value) ?? "")}
    />
  );
}
