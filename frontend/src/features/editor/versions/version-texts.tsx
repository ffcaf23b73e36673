import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as limits from "@/api/limits.gen";
import type { VersionTexts } from "@/api/types";

type Props = { value: Required<VersionTexts>; onChange: (value: Required<VersionTexts>) => void };

/** Name and note of a version. */
export function VersionTextFields({ value, onChange }: Props) {
  const { t } = useTranslation("versions");
  return (
    <>
      <TextInput
        label={t("name")}
        placeholder={t("namePlaceholder")}
        maxLength={limits.VersionTexts.name}
        value={value.name}
        data-autofocus
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <Textarea
        label={t("note")}
        placeholder={t("notePlaceholder")}
        maxLength={limits.VersionTexts.note}
        autosize
        minRows={2}
        maxRows={6}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.currentTarget.value })}
      />
    </>
  );
}
