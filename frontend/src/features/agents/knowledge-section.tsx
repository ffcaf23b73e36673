import { useTranslation } from "react-i18next";
import { NumberField } from "@/components/number-field";
import { FieldGroup } from "@/components/schema-form/field-group";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";

/** Defaults while nothing is stored. */
const RAG_DEFAULTS = { top_k: 5, threshold: 0.7, max_context_tokens: 4000 };

/** Knowledge search of an agent. */
export function KnowledgeSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const rag = draft.rag ?? {};
  const search = (name: "top_k" | "threshold" | "max_context_tokens") => ({
    value: rag[name] ?? RAG_DEFAULTS[name],
    error: errorAt(`rag/${name}`),
    isNeeded: true,
    onChange: (next: number | null) => next !== null && change({ rag: { ...rag, [name]: next } }),
  });
  return (
    <FieldGroup title={t("section.knowledge")} collapsed faulty={errorAt("rag") !== undefined}>
      <div className={classes.pair}>
        <NumberField
          label={t("field.topK")}
          description={t("field.topKHelp")}
          min={1}
          max={50}
          allowDecimal={false}
          {...search("top_k")}
        />
        <NumberField
          label={t("field.threshold")}
          description={t("field.thresholdHelp")}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          {...search("threshold")}
        />
        <NumberField
          label={t("field.ragTokens")}
          description={t("field.ragTokensHelp")}
          min={100}
          max={100000}
          step={500}
          allowDecimal={false}
          {...search("max_context_tokens")}
        />
      </div>
    </FieldGroup>
  );
}
