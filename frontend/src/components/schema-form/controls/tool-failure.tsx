/** What a step does when one of its tools fails: one choice of a setting and, in the editor, of its error branch. */

import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import type { FormContext } from "../form-context";

const FAILURE_FIELD = "onToolFailure";

type Choice = "stop" | "continue" | "branch";
type Props = {
  context: FormContext;
  changeSibling: (field: string, value: Json) => void;
};

export function ToolFailure({ context: { values, errorBranch, readOnly }, changeSibling }: Props) {
  const { t } = useTranslation("schema-form");
  const choices: Choice[] = errorBranch ? ["stop", "continue", "branch"] : ["stop", "continue"];
  const stops = errorBranch?.isOn ? "branch" : "stop";
  const choose = (choice: Choice) => {
    const value = choice === "continue" ? "tell_model" : "stop";
    // Another failure of the step may need the branch while its tools do not.
    if (errorBranch && choice !== "continue")
      errorBranch.change(choice === "branch", { ...values, [FAILURE_FIELD]: value });
    else changeSibling(FAILURE_FIELD, value);
  };
  return (
    <Radio.Group
      data-field={FAILURE_FIELD}
      label={t("toolFailure.title")}
      value={values[FAILURE_FIELD] === "tell_model" ? "continue" : stops}
      onChange={(next) => choose(choices.find((choice) => choice === next) ?? "stop")}
    >
      <Stack gap={6} mt={4}>
        {choices.map((choice) => (
          <Radio
            key={choice}
            size="xs"
            value={choice}
            label={t(`toolFailure.${choice}`)}
            description={t(`toolFailure.${choice}Help`)}
            disabled={readOnly}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
