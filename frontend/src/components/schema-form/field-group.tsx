/** A titled group of fields that can be folded away. */

import { Collapse, Stack, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./schema-form.module.css";

type Props = { title: string; collapsed: boolean; children: ReactNode };

export function FieldGroup({ title, collapsed, children }: Props) {
  const [open, setOpen] = useState(!collapsed);
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
