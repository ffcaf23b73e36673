/** A button that opens a list in groups with a search field; arrows and Enter, or a click. */

import { Button, Combobox, Text, useCombobox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "./grouped-picker.module.css";

export type PickerChoice = { id: string; title: string; help: string; icon: string; mark?: string };
export type PickerGroup = { label: string; choices: PickerChoice[] };

type Props = { label: string; groups: readonly PickerGroup[]; onPick: (id: string) => void };

const fits = (choice: PickerChoice, wanted: string) =>
  `${choice.title} ${choice.help} ${choice.id}`.toLowerCase().includes(wanted);

export function GroupedPicker({ label, groups, onPick }: Props) {
  const { t } = useTranslation("schema-form");
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setSearch("");
      combobox.resetSelectedOption();
    },
  });
  const wanted = search.trim().toLowerCase();
  const shown = groups
    .map((group) => ({ ...group, choices: group.choices.filter((choice) => fits(choice, wanted)) }))
    .filter(({ choices }) => choices.length > 0);
  const pick = (id: string) => {
    combobox.closeDropdown();
    onPick(id);
  };
  return (
    <Combobox store={combobox} width={320} position="bottom-start" onOptionSubmit={pick}>
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          className={classes.button}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={t("searchTools")}
          placeholder={t("searchTools")}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
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
