import { Switch } from "@mantine/core";
import classes from "../schema-form.module.css";

type Props = {
  name: string;
  title: string;
  about: string;
  /** A word beside the title; empty for none. */
  mark: string;
  checked: boolean;
  disabled: boolean;
  onToggle: (name: string) => void;
};

/** One tool of an MCP server, to be offered or not. */
export function FunctionSwitch({ name, title, about, mark, checked, disabled, onToggle }: Props) {
  return (
    <li>
      <Switch
        size="xs"
        label={
          <>
            {title || name}
            {mark && <span className={classes.mark}>{mark}</span>}
          </>
        }
        description={about}
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle(name)}
      />
    </li>
  );
}
