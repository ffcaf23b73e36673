import { Autocomplete, Select, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/settings";
import type { FieldError, Json, JsonObject } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import { objectOf, textOf } from "@/document/config";
import classes from "@/features/testing/testing.module.css";
import { ValueInput } from "@/features/testing/value-input";

type Props = {
  row: JsonObject;
  inputs: readonly string[];
  errors: readonly FieldError[];
  onChange: (row: JsonObject) => void;
  onRemove: (() => void) | undefined;
};

/** Cases are free JSON in the document of the API, which knows no limits of theirs. */
const MAX_NAME = 120;
const SCORERS = ["equals", "contains", "schema", "judge"] as const;

/** One case; a judge has a second line, and so has what the server refused. */
export function CaseRow({ row, inputs, errors, onChange, onRemove }: Props) {
  const { t } = useTranslation("testing");
  const scorer = objectOf(row.scorer ?? { kind: "equals" });
  const given = objectOf(row.inputs);
  const set = (changes: JsonObject) => onChange({ ...row, ...changes });
  const give = (name: string, value: Json) => {
    const { [name]: _before, ...rest } = given;
    // An empty field is an input that is not given.
    set({ inputs: value === "" ? rest : { ...rest, [name]: value } });
  };
  const judge = (kind: string) =>
    // Other kinds of scorers have nothing but their place.
    set({ scorer: { kind, path: scorer.path ?? "$" } });
  const columns = inputs.length + 5;
  return (
    <>
      <tr>
        <td>
          <TextInput
            size="xs"
            aria-label={t("case.name")}
            maxLength={MAX_NAME}
            value={textOf(row.name)}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        </td>
        {inputs.map((name) => (
          <td key={name}>
            <ValueInput label={name} value={given[name]} onChange={(value) => give(name, value)} />
          </td>
        ))}
        <td>
          <ValueInput
            label={t("case.expected")}
            value={row.expected}
            onChange={(expected) => set({ expected })}
          />
        </td>
        <td>
          <Select
            size="xs"
            aria-label={t("case.scorer")}
            allowDeselect={false}
            data={SCORERS.map((kind) => ({ value: kind, label: t(`scorer.${kind}`) }))}
            value={textOf(scorer.kind)}
            onChange={(kind) => kind && judge(kind)}
          />
        </td>
        <td>
          <TextInput
            size="xs"
            aria-label={t("case.path")}
            value={textOf(scorer.path ?? "$")}
            onChange={(event) => set({ scorer: { ...scorer, path: event.currentTarget.value } })}
          />
        </td>
        <td>
          {onRemove && (
            <IconButton
              icon="trash"
              iconSize={15}
              color="gray"
              label={t("case.remove", { name: textOf(row.name) })}
              onClick={onRemove}
            />
          )}
        </td>
      </tr>
      {scorer.kind === "judge" && (
        <tr className={classes.second}>
          <td colSpan={columns}>
            <JudgeFields scorer={scorer} onChange={(next) => set({ scorer: next })} />
          </td>
        </tr>
      )}
      {errors.length > 0 && (
        <tr className={classes.second}>
          <td colSpan={columns}>
            {errors.map(({ pointer, message }) => (
              <Text key={pointer} size="xs" c="red" role="alert">
                {message}
              </Text>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

type JudgeFieldsProps = { scorer: JsonObject; onChange: (scorer: JsonObject) => void };

/** Model and instruction of the judge. */
function JudgeFields({ scorer, onChange }: JudgeFieldsProps) {
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
