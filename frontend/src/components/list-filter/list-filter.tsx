/** The filter of a list: its fields behind one button, and what is set as chips that take it away. */

import { Button, Popover, Select, Stack } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "@/components/list-filter/list-filter.module.css";

export type Chip = { id: string; label: string; onRemove: () => void };

type Props = {
  /** Active parts of the filter. */
  chips: readonly Chip[];
  onClear: () => void;
  /** The fields. */
  children: ReactNode;
};

export function ListFilter({ chips, onClear, children }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // The chip that was pressed is gone, and the focus with it.
  const remove = (act: () => void) => () => {
    button.current?.focus();
    act();
  };
  return (
    <>
      <Popover position="bottom-start" width={300} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button ref={button} variant="default" leftSection={<Icon name="filter" size={15} />}>
            {t("listFilter.button")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">{children}</Stack>
        </Popover.Dropdown>
      </Popover>
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label={t("listFilter.active")}>
          {chips.map(({ id, label, onRemove }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.chip}
                aria-label={t("listFilter.remove", { name: label })}
                onClick={remove(onRemove)}
              >
                <span className="fl-clip">{label}</span>
                <Icon name="x" size={13} />
              </button>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={remove(onClear)}>
                {t("listFilter.clear")}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

type SelectProps<Value extends string> = {
  label: string;
  any: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

/** A field of the filter with one value of several, or any. */
export function FilterSelect<Value extends string>({
  any,
  value,
  options,
  onChange,
  ...field
}: SelectProps<Value>) {
  return (
    <Select
      {...field}
      placeholder={any}
      searchable
      openOnFocus={false}
      clearable
      comboboxProps={{ withinPortal: false }}
      value={value ?? null}
      onChange={(next) => onChange(options.find((one) => one.value === next)?.value)}
      data={options}
    />
  );
}
