import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import classes from "../schema-form.module.css";

type Props = { label: string; onAdd: () => void };

/** The button below a list of a form that gives it a further item. */
export function AddRowButton({ label, onAdd }: Props) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.add}
      leftSection={<IconPlus size={14} />}
      onClick={onAdd}
    >
      {label}
    </Button>
  );
}
