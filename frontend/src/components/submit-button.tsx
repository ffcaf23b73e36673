import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

type Props = Omit<ButtonProps, "component"> & { loading?: boolean; children: ReactNode };

/** Sends its form, and leads to what was refused there: it may stand far above this button. */
export function SubmitButton({ loading = false, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current && !loading) leadToRefused(button.current);
    wasSent.current = loading;
  }, [loading]);
  return (
    <Button
      {...props}
      ref={button}
      type="submit"
      loading={loading}
      // The form is sent after this event; by the next frame it shows what it refuses itself.
      onClick={() => requestAnimationFrame(() => leadToRefused(button.current))}
    />
  );
}

function leadToRefused(button: HTMLButtonElement | null): void {
  const field = button?.form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field) field.focus();
  else button?.form?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
}
