/** A titled group of fields that can be folded away. */

import { Collapse, Stack, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./schema-form.module.css";

type Props = {
  title: string;
  collapsed: boolean;
  /** Something in it is wrong, so it is open whatever was chosen. */
  faulty?: boolean;
  children: ReactNode;
};

export function FieldGroup({ title, collapsed, faulty = false, children }: Props) {
  const [chosen, setOpen] = useState(!collapsed);
  const open = chosen || faulty;
  const panel = useId();
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
        <Stack gap="md" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </section>
  );
}
