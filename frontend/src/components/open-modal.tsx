import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** A dialog that exists only while it is open. It gives the focus back, which Mantine does only when `opened` changes. */
export function OpenModal(props: Omit<ModalProps, "opened">) {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    },
    [opener],
  );
  return <Modal opened {...props} />;
}

/** What has the focus; of an entry of a menu, which goes when it is chosen, the button that opened the menu. */
function openerOf(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
