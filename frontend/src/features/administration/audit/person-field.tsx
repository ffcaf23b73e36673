import { Autocomplete } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useInvocationNames } from "@/api/audit";

type Props = { value: string | undefined; onChange: (name: string | undefined) => void };

/** A user name, also of somebody who is gone; those of the newest calls are offered. */
export function PersonField({ value = "", onChange }: Props) {
  const { t } = useTranslation("administration-audit");
  const [text, setText] = useState(value);
  const commit = (name: string) => {
    if (name.trim() !== value) onChange(name.trim() || undefined);
  };
  return (
    <Autocomplete
      label={t("filter.person")}
      placeholder={t("filter.anyPerson")}
      openOnFocus={false}
      clearable
      comboboxProps={{ withinPortal: false }}
      data={useInvocationNames().data?.people ?? []}
      value={text}
      onChange={setText}
      onOptionSubmit={commit}
      onClear={() => commit("")}
      onBlur={() => commit(text)}
      onKeyDown={({ key }) => key === "Enter" && commit(text)}
    />
  );
}
