import { Select, type SelectProps } from "@mantine/core";
import { Icon } from "@/components/icon";
import classes from "./icon-select.module.css";

type Props = Omit<SelectProps, "renderOption" | "leftSection"> & {
  /** The icon of a choice by its value. */
  iconOf: (value: string) => string;
};

/** A list of choices with an icon before each, as services have their logos. */
export function IconSelect({ iconOf, ...props }: Props) {
  return (
    <Select
      {...props}
      {...(props.value && { leftSection: <Icon name={iconOf(props.value)} /> })}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <Icon name={iconOf(option.value)} />
          {option.label}
        </span>
      )}
    />
  );
}
