import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { isRecord } from "@/lib/json";

/** Characters of a text; the line is cut to the width of the list. */
const LONGEST = 120;

type Props = { value: Json; className: string | undefined };

/** A value in one line: what it is, or how much is in it. */
export function SampleText({ value, className }: Props) {
  const { t } = useTranslation();
  if (Array.isArray(value))
    return <span className={className}>{t("json.items", { count: value.length })}</span>;
  if (isRecord(value)) {
    return <span className={className}>{t("json.fields", { count: Object.keys(value).length })}</span>;
  }
  const text = typeof value === "string" ? value.slice(0, LONGEST) : JSON.stringify(value);
  return (
    <bdi className={className} translate="no">
      {text === "" ? '""' : text}
    </bdi>
  );
}
