/** The filled-in form of a template, with the values of the last run, shortly after typing stops. */

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import classes from "./template-editor.module.css";
import { referencesIn } from "./template-syntax";

type Props = {
  template: string;
  preview: (template: string) => Promise<{ text: string; missing: string[] }>;
};

const PAUSE_MS = 500;

export function TemplatePreview({ template, preview }: Props) {
  const { t } = useTranslation("variables");
  const [settled] = useDebouncedValue(template, PAUSE_MS);
  const wanted = referencesIn(settled).length > 0;
  const result = useQuery({
    queryKey: ["template-preview", settled],
    queryFn: () => preview(settled),
    enabled: wanted,
    retry: false,
    staleTime: 10_000,
  });
  if (!wanted || !result.data) return null;
  const { text, missing } = result.data;
  return (
    <div className={classes.preview} aria-live="polite">
      {missing.length > 0 ? t("missing", { names: missing.join(", ") }) : text}
    </div>
  );
}
