/** The fields of a form, edited where people fill them in: pressing one opens its settings in its place. */

import { IconGripVertical, IconPlus } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import sheet from "@/components/form-sheet/form-sheet.module.css";
import { readFields, type StartField } from "@/components/run-inputs/start-fields";
import { TextButton } from "@/components/text-button";
import { objectsOf, textOf } from "@/document/config";
import { uniqueKey, uniqueName } from "@/document/naming";
import { useRowDrag } from "@/hooks/use-row-drag";
import { currentLanguage } from "@/i18n";
import type { ControlProps } from "../control";
import { AddRowButton } from "./add-row-button";
import { FieldCard } from "./field-card";
import { FieldPreview } from "./field-preview";
import classes from "./fields-control.module.css";

type Props = Pick<ControlProps<JsonObject[]>, "value" | "onChange" | "label"> & {
  context: { readOnly: boolean };
  /** False for a field that visitors are not asked for. */
  isAsked?: (name: string) => boolean;
};

/** An open card; `isNew` until it is closed: its name follows its label. Conditions know the field as `known`. */
type Open = { at: number; isNew: boolean; known: string };
type Removed = { at: number; row: JsonObject; left: number };

export function FieldsControl({ value, onChange, label, context, isAsked = () => true }: Props) {
  const { t } = useTranslation("schema-form");
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const rows = value ?? [];
  useLayoutEffect(() => {
    const target = focus.current && list.current?.querySelector<HTMLElement>(focus.current);
    focus.current = null;
    if (!target) return;
    target.focus();
    // A label that nobody wrote is written over.
    if (open?.isNew && target instanceof HTMLInputElement) target.select();
  });
  const shown = rows.map((_, at) => at).filter((at) => isAsked(textOf(rows[at]?.name)));
  const write = (next: JsonObject[], opened: Open | null, then: string) => {
    focus.current = then;
    setRemoved(null);
    setOpen(opened);
    onChange(next);
  };
  const insert = (at: number, row: JsonObject, isNew: boolean) =>
    write(rows.toSpliced(at, 0, row), { at, isNew, known: textOf(row.name) }, "[data-part=label]");
  const add = (at: number) => {
    const label = t("field.newLabel", { number: rows.length + 1 });
    const title = uniqueName(label, new Set(rows.map((row) => textOf(row.title))));
    insert(at, { name: freeName(rows, title), type: "text", title }, true);
  };
  const moved = (at: number, to: number) => rows.toSpliced(at, 1).toSpliced(to, 0, ...rows.slice(at, at + 1));
  const { grip, dropSide } = useRowDrag(list, (from, place) => {
    const [at = 0, to = 0] = [shown[from], shown[place]];
    write(moved(at, to), null, `[data-edit="${to}"]`);
  });
  const change = (at: number, next: JsonObject) => {
    const row = rows[at];
    if (!open || !row) return;
    const changed = open.isNew ? named(next, row, rows) : next;
    const all = rows.with(at, changed);
    const name = textOf(changed.name);
    // A name on its way to another may be empty or that of another field.
    const isOwn = name !== "" && all.filter((one) => textOf(one.name) === name).length === 1;
    if (isOwn) setOpen({ ...open, known: name });
    onChange(isOwn && name !== open.known ? all.map((one) => following(one, open.known, name)) : all);
  };
  const move = (at: number, by: -1 | 1) => {
    const to = shown[shown.indexOf(at) + by];
    if (to === undefined) return;
    // At an end, that button is off.
    const buttons = by < 0 ? ["up", "down"] : ["down", "up"];
    const isEnd = to === shown[0] || to === shown.at(-1);
    const known = textOf(rows[at]?.name);
    write(moved(at, to), { at: to, isNew: false, known }, `[data-part=${buttons[isEnd ? 1 : 0]}]`);
  };
  const remove = (at: number, row: JsonObject) => {
    write(rows.toSpliced(at, 1), null, "[data-part=undo]");
    setRemoved({ at, row, left: rows.length - 1 });
  };
  const depending = removed ? rows.filter((row) => namesField(row, textOf(removed.row.name))) : [];
  const names = new Intl.ListFormat(currentLanguage()).format(depending.map(nameOf));
  const undo = removed && removed.left === rows.length && (
    <li key="removed" className={classes.removed} role="status">
      <span>
        {t("field.removed", { name: nameOf(removed.row) || t("field.unnamed") })}
        {depending.length > 0 && ` ${t("field.stillAsked", { names, count: depending.length })}`}
      </span>
      <TextButton
        data-part="undo"
        onClick={() => write(rows.toSpliced(removed.at, 0, removed.row), null, `[data-edit="${removed.at}"]`)}
      >
        {t("field.undo")}
      </TextButton>
    </li>
  );
  return (
    <div className={classes.editor}>
      <ol ref={list} className={classes.list} aria-label={label}>
        {shown.flatMap((at, place) => {
          const row = rows[at] ?? {};
          const field = fieldOf(row, t("field.unnamed"));
          const earlier = readFields(rows.slice(0, at));
          const item =
            open?.at === at && !context.readOnly ? (
              <FieldCard
                key={at}
                row={row}
                field={field}
                earlier={earlier}
                canMove={{ up: at !== shown[0], down: at !== shown.at(-1) }}
                onChange={(next) => change(at, next)}
                onMove={(by) => move(at, by)}
                onDuplicate={() => insert(at + 1, { ...row, name: freeName(rows, textOf(row.name)) }, false)}
                onRemove={() => remove(at, row)}
                onClose={() => {
                  focus.current = `[data-edit="${at}"]`;
                  setOpen(null);
                }}
              />
            ) : (
              <li key={at} className={classes.item} data-row data-drop={dropSide(place)}>
                <FieldPreview field={field} earlier={earlier} />
                {!context.readOnly && (
                  <button
                    type="button"
                    className={sheet.edit}
                    data-edit={at}
                    aria-label={t("field.edit", { name: field.title })}
                    onClick={() => {
                      focus.current = "[data-part=label]";
                      setRemoved(null);
                      setOpen({ at, isNew: false, known: textOf(row.name) });
                    }}
                  />
                )}
                {!context.readOnly && shown.length > 1 && (
                  <span className={classes.grip} {...grip(place)}>
                    <IconGripVertical size={16} />
                  </span>
                )}
                {!context.readOnly && (
                  <button
                    type="button"
                    className={classes.insert}
                    aria-label={t("field.addBefore", { name: field.title })}
                    onClick={() => add(at)}
                  >
                    <IconPlus size={14} />
                  </button>
                )}
              </li>
            );
          return undo && removed?.at === at ? [undo, item] : [item];
        })}
        {undo && !shown.includes(removed?.at ?? -1) && undo}
      </ol>
      {!context.readOnly && <AddRowButton label={t("field.add")} onAdd={() => add(rows.length)} />}
    </div>
  );
}

/** The label that visitors read: without one, the name in words. */
const nameOf = (row: JsonObject) =>
  textOf(row.title) ||
  textOf(row.name)
    .replace(/_+/g, " ")
    .trim()
    .replace(/^./, (first) => first.toUpperCase());

const namesField = (row: JsonObject, name: string) =>
  name !== "" && objectsOf(row.showWhen).some((rule) => rule.field === name);

/** A row with conditions that follow the new name of a field. */
function following(row: JsonObject, before: string, after: string): JsonObject {
  if (!namesField(row, before)) return row;
  const rules = objectsOf(row.showWhen);
  return {
    ...row,
    showWhen: rules.map((rule) => (rule.field === before ? { ...rule, field: after } : rule)),
  };
}

/** A row as a field, also while it has no name. */
function fieldOf(row: JsonObject, unnamed: string): StartField {
  const [field] = readFields([{ ...row, name: textOf(row.name) || "-", title: nameOf(row) || unnamed }]);
  // There is one for each row with a name.
  return field as StartField;
}

/** A new field with a name after its label, unless somebody has given it another. */
function named(next: JsonObject, before: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const others = rows.filter((row) => row !== before);
  if (next.name !== before.name || before.name !== freeName(others, textOf(before.title))) return next;
  return { ...next, name: freeName(others, textOf(next.title)) };
}

function freeName(rows: readonly JsonObject[], base: string): string {
  const taken = new Set(rows.map((row) => textOf(row.name)));
  return uniqueKey(/[a-z]/i.test(base) ? base : "field", taken);
}
