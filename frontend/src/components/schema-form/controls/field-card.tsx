/** The settings of one field of a form, below the field itself. */

import { Button, Group, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FIELD_TYPES } from "@/api/rules.gen";
import type { Json, JsonObject } from "@/api/types";
import { autosize } from "@/components/autosize";
import { IconButton } from "@/components/icon-button";
import { NumberField } from "@/components/number-field";
import { InputField } from "@/components/run-inputs/input-field";
import type { StartField } from "@/components/run-inputs/start-fields";
import { textOf, textsOf } from "@/document/config";
import { FieldPreview } from "./field-preview";
import classes from "./fields-control.module.css";
import { ShowWhen } from "./show-when";

type Props = {
  row: JsonObject;
  field: StartField;
  /** Fields that a condition may name. */
  earlier: readonly StartField[];
  canMove: { up: boolean; down: boolean };
  onChange: (row: JsonObject) => void;
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onClose: () => void;
};

const hasOptions = (kind: string) => kind === "select" || kind === "choices";
const isNumber = (kind: string) => kind === "number" || kind === "integer";
const isFile = (kind: string) => kind === "file" || kind === "files";

export function FieldCard({ row, field, earlier, canMove, onChange, onMove, onClose, ...props }: Props) {
  const { t } = useTranslation("schema-form");
  const { kind } = field;
  const set = (changes: JsonObject) => onChange({ ...row, ...changes });
  const lines = (key: "options" | "accept") => (
    <Textarea
      size="xs"
      label={t("onePerLine", { label: t(`column.${key}`) })}
      {...autosize(2)}
      value={textsOf(row[key]).join("\n")}
      onChange={(event) => {
        const text = event.currentTarget.value;
        set({ [key]: text === "" ? [] : text.split("\n") });
      }}
    />
  );
  const number = (key: "minimum" | "maximum" | "maxMegabytes", min?: number) => (
    <NumberField
      size="xs"
      label={t(`column.${key}`)}
      allowDecimal={kind === "number"}
      min={min}
      value={typeof row[key] === "number" ? row[key] : null}
      onChange={(next) => set({ [key]: next })}
    />
  );
  return (
    <li className={classes.card} data-row aria-label={t("field.of", { name: field.title })}>
      <FieldPreview field={field} earlier={earlier} />
      <div className={classes.settings}>
        <div className={classes.pair}>
          <TextInput
            size="xs"
            data-part="label"
            label={t("column.title")}
            value={textOf(row.title)}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Select
            size="xs"
            label={t("column.type")}
            allowDeselect={false}
            data={FIELD_TYPES.map((type) => ({ value: type, label: t(`option.${type}`) }))}
            value={kind}
            // A default of one kind is none of another.
            onChange={(type) => set({ type, default: null })}
          />
        </div>
        {hasOptions(kind) && lines("options")}
        {isNumber(kind) && (
          <div className={classes.pair}>
            {number("minimum")}
            {number("maximum")}
          </div>
        )}
        {kind === "rating" && number("maximum", 1)}
        {isFile(kind) && lines("accept")}
        {isFile(kind) && number("maxMegabytes", 1)}
        <Switch
          size="xs"
          label={t("column.required")}
          checked={field.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
        <TextInput
          size="xs"
          label={t("field.help")}
          value={field.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        {!isFile(kind) && (
          <InputField
            key={kind}
            field={{ ...field, title: t("column.default"), description: "", required: false }}
            value={field.fallback}
            error={undefined}
            onChange={(next: Json | undefined) => set({ default: next ?? null })}
          />
        )}
        <TextInput
          size="xs"
          label={t("column.name")}
          description={t("field.nameHelp")}
          value={textOf(row.name)}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <ShowWhen field={field} earlier={earlier} onChange={set} />
      </div>
      <Group gap={4} className={classes.actions}>
        <IconButton
          icon="chevron-up"
          color="gray"
          label={t("field.up")}
          data-part="up"
          disabled={!canMove.up}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevron-down"
          color="gray"
          label={t("field.down")}
          data-part="down"
          disabled={!canMove.down}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon="copy"
          iconSize={15}
          color="gray"
          label={t("field.duplicate")}
          onClick={props.onDuplicate}
        />
        <IconButton
          icon="trash"
          iconSize={15}
          color="gray"
          label={t("field.remove")}
          onClick={props.onRemove}
        />
        <Button size="compact-sm" variant="default" ml="auto" onClick={onClose}>
          {t("field.done")}
        </Button>
      </Group>
    </li>
  );
}
