/** A menu of everything that can be referred to, grouped by where it comes from. */

import { ActionIcon, Popover, ScrollArea, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VariableGroup } from "@/document/variables";
import { useLocalText } from "@/i18n/local-text";
import { findVariables } from "./find-variables";
import editorClasses from "./template-editor.module.css";
import classes from "./variable-picker.module.css";

type Props = { groups: VariableGroup[]; onPick: (reference: string) => void };

/** Drawn again for other variables, not for each key in the field beside it. */
export const VariablePicker = memo(function VariablePicker({ groups, onPick }: Props) {
  const { t } = useTranslation("variables");
  const local = useLocalText();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const shown = findVariables(groups, query, local);
  const first = shown[0]?.variables[0];
  const pick = (reference: string) => {
    setOpen(false);
    setQuery("");
    onPick(reference);
  };
  return (
    <div className={editorClasses.picker}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        width={280}
        trapFocus
        shadow="md"
        withinPortal
        // The search field is there, and takes the keys, as soon as the button is pressed.
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t("insert")}
            title={t("insert")}
            onClick={() => setOpen(!open)}
          >
            <IconBraces size={15} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={6}>
          <TextInput
            size="xs"
            data-autofocus
            autoFocus
            placeholder={t("search")}
            aria-label={t("search")}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !first || event.nativeEvent.isComposing) return;
              // The editor takes the focus at once, and would take this key as well.
              event.preventDefault();
              pick(first.reference);
            }}
          />
          <ScrollArea.Autosize mah={280} mt={6}>
            {shown.length === 0 && (
              <Text size="xs" c="dimmed" p={6}>
                {t("nothing")}
              </Text>
            )}
            {shown.map((group) => (
              <section key={group.id}>
                <h4 className={classes.group}>{local(group.title)}</h4>
                {group.variables.map((variable) => (
                  <UnstyledButton
                    key={variable.reference}
                    className={classes.variable}
                    onClick={() => pick(variable.reference)}
                  >
                    <span className={classes.label}>{variable.path}</span>
                    <span className={classes.type}>{t(`type.${variable.type}`)}</span>
                  </UnstyledButton>
                ))}
              </section>
            ))}
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
});
