/** A button that opens a list in groups with a search field; arrows and Enter, or a click. */

import { Button, type ButtonProps, Combobox, Text, useCombobox } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "./grouped-picker.module.css";

export type PickerChoice = { id: string; title: string; help: string; icon: string; mark?: string };
export type PickerGroup = { label: string; choices: PickerChoice[] };

type Props = {
  id?: string;
  /** Text of the button. */
  label: string;
  groups: readonly PickerGroup[];
  onPick: (id: string) => void;
  /** Names the search field; tools are searched unless it says otherwise. */
  searchLabel?: string;
  /** Meanings of typed text that is not a choice, shown below the matching choices. */
  typed?: (text: string) => PickerGroup[];
  /** Below the choices, for example a link. */
  footer?: ReactNode;
  button?: ButtonProps & { "aria-label"?: string };
};

const fits = (choice: PickerChoice, group: string, wanted: string) =>
  `${group} ${choice.title} ${choice.help} ${choice.id}`.toLowerCase().includes(wanted);

export function GroupedPicker({ id, label, groups, onPick, searchLabel, typed, footer, button }: Props) {
  const { t } = useTranslation("schema-form");
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setSearch("");
      combobox.resetSelectedOption();
    },
  });
  const { dropdownOpened, selectFirstOption } = combobox;
  // Enter takes the first hit, so it is marked as soon as the choices that fit are drawn.
  useEffect(() => {
    if (dropdownOpened && search) selectFirstOption();
  }, [search, dropdownOpened, selectFirstOption]);
  const written = search.trim();
  const wanted = written.toLowerCase();
  const shown = [
    ...groups.map((group) => ({
      ...group,
      choices: group.choices.filter((choice) => fits(choice, group.label, wanted)),
    })),
    ...(typed && written ? typed(written) : []),
  ].filter(({ choices }) => choices.length > 0);
  const pick = (choice: string) => {
    combobox.closeDropdown();
    onPick(choice);
  };
  const searched = searchLabel ?? t("searchTools");
  return (
    <Combobox store={combobox} width={320} position="bottom-start" onOptionSubmit={pick}>
      <Combobox.Target withAriaAttributes={false}>
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          className={classes.button}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
          {...button}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown role="dialog" aria-label={label}>
        <Combobox.Search
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          value={search}
          aria-label={searched}
          placeholder={searched}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Combobox.Options className={classes.options} aria-label={label}>
          {shown.map((group) => (
            <Combobox.Group key={group.label} label={group.label}>
              {group.choices.map((choice) => (
                <Option key={choice.id} choice={choice} />
              ))}
            </Combobox.Group>
          ))}
          {shown.length === 0 && <Combobox.Empty>{t("noSuchTool")}</Combobox.Empty>}
        </Combobox.Options>
        {footer && <Combobox.Footer>{footer}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Option({ choice }: { choice: PickerChoice }) {
  return (
    <Combobox.Option value={choice.id} className={classes.option}>
      <Icon name={choice.icon} size={16} />
      <span className={classes.text}>
        <Text size="sm" truncate>
          {choice.title}
        </Text>
        {choice.help && (
          <Text size="xs" c="dimmed" truncate title={choice.help}>
            {choice.help}
          </Text>
        )}
      </span>
      {choice.mark && (
        <Text size="xs" c="dimmed">
          {choice.mark}
        </Text>
      )}
    </Combobox.Option>
  );
}
