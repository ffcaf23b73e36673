import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

type Props = ActionIconProps &
  Omit<ComponentPropsWithRef<"button">, keyof ActionIconProps> & {
    icon: IconName;
    /** Edge length of the icon in pixels. */
    iconSize?: number;
    /** The button's name. */
    label: string;
    /** Shows the name, or these words, beside a pointer that rests on the button. */
    tip?: boolean | string;
  };

/** A button that is an icon. */
export function IconButton({ icon, iconSize, label, tip, ...button }: Props) {
  const drawn = (
    <ActionIcon aria-label={label} {...button}>
      <Icon name={icon} size={iconSize} />
    </ActionIcon>
  );
  return tip ? <Tooltip label={tip === true ? label : tip}>{drawn}</Tooltip> : drawn;
}
