/** A titled group of fields that can be folded away. */

import { Collapse, Stack, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import classes from "./schema-form.module.css";

type Props = {
  title: string;
  collapsed: boolean;
  /** Something in it is wrong, so it is open whatever was chosen. */
  faulty?: boolean;
  children: ReactNode;
};

/** True where groups can be folded and read, but their fields not changed. */
export const ReadOnlyFields = createContext(false);
const LOCKED = { component: "fieldset", disabled: true, className: classes.locked } as const;

export function FieldGroup({ title, collapsed, faulty = false, children }: Props) {
  const [chosen, setOpen] = useState(!collapsed);
  const open = chosen || faulty;
  const panel = useId();
  const readOnly = useContext(ReadOnlyFields);
  return (
    <section className={classes.group}>
      <UnstyledButton
        className={classes.groupTitle}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} />
        {title}
      </UnstyledButton>
      <Collapse expanded={open} id={panel}>
        <Stack gap="md" pt="xs" {...(readOnly && LOCKED)}>
          {children}
        </Stack>
      </Collapse>
    </section>
  );
}
