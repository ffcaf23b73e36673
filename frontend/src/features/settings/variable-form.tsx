import { useTranslation } from "react-i18next";
import { VariableSet } from "@/api/bodies.gen";
import { ask, at } from "@/api/http";
import type { EnvVariable } from "@/api/types";
import { formOf, RequestForm } from "@/components/schema-form/request-form";

/** Maximum length of a name. Set here because a path parameter has no limit in the OpenAPI document. */
const MAX_NAME = 64;

/** `variable` is null for a new one; its name must not be in `taken`. */
type Props = { variable: EnvVariable | null; taken: readonly string[]; onClose: () => void };

export function VariableForm({ variable, taken, onClose }: Props) {
  const { t } = useTranslation("settings");
  const text = { "x-widget": "long-text", "x-rows": [1, 8] } as const;
  const name = {
    type: "string",
    title: t("variables.name"),
    description: t("variables.nameHelp"),
    missing: t("variables.nameMissing"),
    minLength: 1,
    "x-longest": MAX_NAME,
    "x-spellcheck": false,
  } as const;
  const schema = formOf(VariableSet, {
    ...(variable === null && { name }),
    value: { ...text, title: t("variables.value") },
    hasTestValue: { type: "boolean", title: t("variables.hasTestValue"), "x-widget": "labelled-switch" },
    test_value: { ...text, title: t("variables.testValue"), "x-show-if": { hasTestValue: [true] } },
    description: { title: t("variables.description") },
  });
  return (
    <RequestForm
      schema={() => schema}
      initial={{
        name: variable?.name ?? "",
        value: variable?.value ?? "",
        hasTestValue: variable !== null && variable.test_value !== null,
        test_value: variable?.test_value ?? "",
        description: variable?.description ?? "",
      }}
      check={(values): Record<string, string> =>
        variable === null && taken.includes(values.name.trim()) ? { name: t("variables.nameTaken") } : {}
      }
      send={({ name: called, hasTestValue, test_value, ...given }) =>
        ask("put", "/api/variables/{variable_name}/", {
          ...at({ variable_name: called.trim() }),
          body: { ...given, test_value: hasTestValue ? test_value : null },
        })
      }
      refreshes={["/api/variables/"]}
      done={t("variables.saved")}
      onSaved={onClose}
      submit={variable ? "save" : "create"}
      onCancel={onClose}
    />
  );
}
