/** A menu of everything that can be referred to, grouped by where it comes from, with its last value. */

import { createScopedKeydownHandler, Popover, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import type { VariableGroup } from "@/document/variables";
import { useLocalText } from "@/i18n/local-text";
import { isRecord } from "@/lib/json";
import { findVariables } from "./find-variables";
import editorClasses from "./template-editor.module.css";
import classes from "./variable-picker.module.css";

type Props = { groups: VariableGroup[]; onPick: (reference: string) => void };

/** More are found by their words. */
const MOST_SHOWN = 200;
/** Length of a text; the line is cut to the width of the list. */
const MOST_CHARACTERS = 120;

/** Arrows go from the search field through the values, and back. */
const moveFocus = createScopedKeydownHandler({
  siblingSelector: "[data-stop]",
  parentSelector: "[data-stops]",
  orientation: "vertical",
  loop: false,
});

/** Drawn again for other variables, not for each key in the field beside it. */
export const VariablePicker = memo(function VariablePicker({ groups, onPick }: Props) {
  const { t } = useTranslation("variables");
  const local = useLocalText();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const found = open ? findVariables(groups, query, local) : [];
  const { shown, more } = cut(found);
  const first = shown[0]?.variables[0];
  const pick = (reference: string) => {
    setOpen(false);
    setQuery("");
    onPick(reference);
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      const list = event.currentTarget.closest("[data-stops]");
      list?.querySelector<HTMLElement>("button[data-stop]")?.focus();
    }
    if (event.key !== "Enter" || !first) return;
    // The editor takes the focus at once, and would take this key as well.
    event.preventDefault();
    pick(first.reference);
  };
  return (
    <div className={editorClasses.picker}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        width={340}
        trapFocus
        shadow="md"
        withinPortal
        // The search field is there, and takes the keys, as soon as the button is pressed.
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <IconButton
            icon="braces"
            iconSize={15}
            color="gray"
            size="sm"
            label={t("insert")}
            title={t("insert")}
            onClick={() => setOpen(!open)}
          />
        </Popover.Target>
        <Popover.Dropdown p={6} maw="calc(100vw - 16px)" data-stops>
          <TextInput
            size="xs"
            data-autofocus
            data-stop
            autoFocus
            placeholder={t("search")}
            aria-label={t("search")}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={onSearchKey}
          />
          <div className={classes.list}>
            {shown.length === 0 && (
              <Text size="xs" c="dimmed" p={6}>
                {t("nothing")}
              </Text>
            )}
            {shown.map((group) => (
              <section key={group.id}>
                <h4 className={classes.group}>{local(group.title)}</h4>
                {group.variables.map(({ reference, path, type, sample }) => (
                  <UnstyledButton
                    key={reference}
                    className={classes.variable}
                    data-stop
                    onKeyDown={moveFocus}
                    onClick={() => pick(reference)}
                  >
                    <span className={classes.label}>{path}</span>{" "}
                    <span className={classes.type}>{t(`type.${type}`)}</span>{" "}
                    {sample !== undefined && <SampleText value={sample} className={classes.sample} />}
                  </UnstyledButton>
                ))}
              </section>
            ))}
            {more > 0 && (
              <Text size="xs" c="dimmed" p={6}>
                {t("more", { count: more })}
              </Text>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
});

/** The first values, and the number of those that are not drawn. */
function cut(groups: readonly VariableGroup[]): { shown: VariableGroup[]; more: number } {
  let left = MOST_SHOWN;
  let more = 0;
  const shown: VariableGroup[] = [];
  for (const group of groups) {
    const variables = group.variables.slice(0, left);
    left -= variables.length;
    more += group.variables.length - variables.length;
    if (variables.length > 0) shown.push({ ...group, variables });
  }
  return { shown, more };
}

type SampleProps = { value: Json; className: string | undefined };

/** A value in one line: what it is, or how much is in it. */
function SampleText({ value, className }: SampleProps) {
  const { t } = useTranslation();
  if (Array.isArray(value))
    return <span className={className}>{t("json.items", { count: value.length })}</span>;
  if (isRecord(value)) {
    return <span className={className}>{t("json.fields", { count: Object.keys(value).length })}</span>;
  }
  const text = typeof value === "string" ? value.slice(0, MOST_CHARACTERS) : JSON.stringify(value);
  return (
    <bdi className={className} translate="no">
      {text === "" ? '""' : text}
    </bdi>
  );
}
