import { useTranslation } from "react-i18next";
import { InputField } from "@/components/run-inputs/input-field";
import type { StartField } from "@/components/run-inputs/start-fields";
import classes from "./fields-control.module.css";

const ignore = () => {};

type Props = { field: StartField; earlier: readonly StartField[] };

/** A field as the page shows it, always visible; its conditions are named below it. */
export function FieldPreview({ field, earlier }: Props) {
  const { t } = useTranslation("schema-form");
  const rules = field.showWhen.map(({ field: name, operator, value }) => {
    const asked = earlier.find((one) => one.name === name);
    const isAnswer = asked?.kind === "boolean";
    const shown = isAnswer ? t(value === "true" ? "field.yes" : "field.no") : value || "…";
    return t(`field.rule.${operator}`, { name: asked?.title ?? name, value: shown });
  });
  return (
    <div>
      <div inert>
        <InputField size="md" field={field} value={field.fallback} error={undefined} onChange={ignore} />
      </div>
      {rules.length > 0 && (
        <p className={classes.condition}>
          {t("field.shownWhen")} {rules.join(t(`field.join.${field.showMatch}`))}
        </p>
      )}
    </div>
  );
}
