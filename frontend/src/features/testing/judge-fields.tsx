import { Autocomplete, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/queries/settings";
import type { JsonObject } from "@/api/types";
import { textOf } from "@/document/config";
import classes from "@/features/testing/testing.module.css";

type Props = { scorer: JsonObject; onChange: (scorer: JsonObject) => void };

/** Judging model and criteria. */
export function JudgeFields({ scorer, onChange }: Props) {
  const { t } = useTranslation("testing");
  const providers = useProviders().data ?? [];
  const id = textOf(scorer.provider) || "offline";
  const provider = providers.find((candidate) => candidate.id === id);
  const set = (changes: JsonObject) => onChange({ ...scorer, ...changes });
  return (
    <div className={classes.judge}>
      <Select
        size="xs"
        label={t("case.provider")}
        allowDeselect={false}
        data={providers.map((one) => ({
          value: one.id,
          label: one.is_builtin ? t("case.offline") : one.name,
          disabled: !one.enabled,
        }))}
        value={id}
        onChange={(next) => next && set({ provider: next, model: "" })}
      />
      <Autocomplete
        size="xs"
        label={t("case.model")}
        data={provider?.models ?? []}
        disabled={provider?.is_builtin === true}
        value={textOf(scorer.model)}
        onChange={(model) => set({ model })}
      />
      <TextInput
        size="xs"
        label={t("case.instruction")}
        placeholder={t("case.instructionHelp")}
        value={textOf(scorer.instruction)}
        onChange={(event) => set({ instruction: event.currentTarget.value })}
      />
    </div>
  );
}
