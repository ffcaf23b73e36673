import { Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "@/api/types";
import { NumberField } from "@/components/number-field";
import { textOf, textsOf } from "@/document/config";
import { ValueInput } from "@/features/testing/value-input";

type Props = { assertion: JsonObject; onChange: (assertion: JsonObject) => void };

const STATUSES = ["succeeded", "failed", "cancelled"] as const;

/** Fields of one assertion besides its kind. */
export function AssertionFields({ assertion, onChange }: Props) {
  const set = (changes: JsonObject) => onChange({ ...assertion, ...changes });
  switch (assertion.kind) {
    case "status":
      return <StatusField value={assertion.value} set={set} />;
    case "tools":
      return <ToolFields assertion={assertion} set={set} />;
    case "cost":
    case "tokens":
    case "time":
      return <MostField kind={assertion.kind} value={assertion.value} set={set} />;
    default:
      return <OutputFields assertion={assertion} set={set} />;
  }
}

type Set = { set: (changes: JsonObject) => void };

function StatusField({ value, set }: { value: Json | undefined } & Set) {
  const { t } = useTranslation("testing");
  const states = useTranslation().t;
  return (
    <Select
      size="xs"
      aria-label={t("assertion.status")}
      allowDeselect={false}
      data={STATUSES.map((status) => ({ value: status, label: states(`status.${status}`) }))}
      value={textOf(value)}
      onChange={(next) => set({ value: next })}
    />
  );
}

function ToolFields({ assertion, set }: { assertion: JsonObject } & Set) {
  const { t } = useTranslation("testing");
  return (
    <>
      <TagsInput
        size="xs"
        aria-label={t("assertion.tools")}
        description={t("assertion.toolsHelp")}
        splitChars={[]}
        allowDuplicates
        value={textsOf(assertion.value)}
        onChange={(value) => set({ value })}
      />
      <Switch
        size="xs"
        label={t("assertion.exact")}
        checked={assertion.exact !== false}
        onChange={(event) => set({ exact: event.currentTarget.checked })}
      />
    </>
  );
}

function MostField({
  kind,
  value,
  set,
}: { kind: "cost" | "tokens" | "time"; value: Json | undefined } & Set) {
  const { t } = useTranslation("testing");
  return (
    <NumberField
      size="xs"
      aria-label={t("assertion.most")}
      allowNegative={false}
      decimalScale={kind === "cost" ? 6 : 0}
      time={kind === "time" ? "ms" : undefined}
      value={typeof value === "number" ? value : null}
      onChange={(next) => set({ value: next })}
    />
  );
}

function OutputFields({ assertion, set }: { assertion: JsonObject } & Set) {
  const { t } = useTranslation("testing");
  return (
    <>
      <TextInput
        size="xs"
        label={t("assertion.path")}
        description={t("assertion.pathHelp")}
        value={textOf(assertion.path ?? "$")}
        onChange={(event) => set({ path: event.currentTarget.value })}
      />
      <ValueInput
        withLabel
        label={t(assertion.kind === "schema" ? "assertion.schema" : "assertion.value")}
        value={assertion.value}
        onChange={(value) => set({ value })}
      />
    </>
  );
}
