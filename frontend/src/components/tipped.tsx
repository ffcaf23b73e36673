/** A button with a tip that opens a menu or a panel. */

import { Tooltip, type TooltipProps } from "@mantine/core";
import { cloneElement, type ReactElement } from "react";

type Props = Pick<TooltipProps, "label" | "disabled" | "position"> & { children: ReactElement<object> };

/**
 * Inside of `Menu.Target` and `Popover.Target`. A bare tooltip keeps what they give to their child to itself: the button
 * would not say that it opens something, the panel would be named after the tip, and the first key after the press would
 * go to whatever had the focus.
 */
export function Tipped({ label, disabled, position, children, ...given }: Props) {
  return (
    <Tooltip label={label} disabled={disabled} position={position}>
      {cloneElement(children, { ...given, ...children.props })}
    </Tooltip>
  );
}
