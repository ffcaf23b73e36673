/** Text areas that grow with their text, by CSS: measuring in a second, hidden one lays every text out three times. */

import type { CSSProperties } from "react";

const rows = (count: number) => `calc(${count}lh + 2 * var(--input-padding-y) + 2px)`;

/** Props of a Mantine text area or JSON field; a longer text scrolls. */
export function autosize(minRows = 1, maxRows?: number): { styles: { input: CSSProperties } } {
  return {
    styles: {
      input: {
        fieldSizing: "content",
        minHeight: rows(minRows),
        ...(maxRows !== undefined && { maxHeight: rows(maxRows) }),
      },
    },
  };
}
