/** The filled-in form of a template, with the values of the last run, shortly after typing stops. */

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import classes from "./template-editor.module.css";
import { referencesIn } from "./template-syntax";

export type TemplateFiller = {
  /** Another one when the same template would be filled in with other values. */
  queryKey: QueryKey;
  fill: (template: string) => Promise<{ text: string; missing: string[] }>;
};

type Props = { template: string; preview: TemplateFiller };

const PAUSE_MS = 500;

export function TemplatePreview({ template, preview }: Props) {
  const { t } = useTranslation("variables");
  const [settled] = useDebouncedValue(template, PAUSE_MS);
  const wanted = referencesIn(settled).length > 0;
  const result = useQuery({
    queryKey: [...preview.queryKey, settled],
    queryFn: () => preview.fill(settled),
    enabled: wanted,
    placeholderData: keepPreviousData,
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
