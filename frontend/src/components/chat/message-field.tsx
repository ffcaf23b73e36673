import { Textarea } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import classes from "@/components/chat/chat.module.css";

type Props = {
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
  autoFocus?: boolean;
};

const FIELDS = "input, textarea, [contenteditable=true]";

/** Message field; it grows by line, and Enter sends. */
export function MessageField({ value, onChange, onSend, autoFocus = false }: Props) {
  const { t } = useTranslation("chat");
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    // A browser puts the caret of a new field before the text that is in it already.
    current?.setSelectionRange(current.value.length, current.value.length);
    // It may appear while somebody types elsewhere, as in the settings beside a test chat; and in the place of another
    // one that has the focus, which is gone by now.
    if (autoFocus && !document.activeElement?.matches(FIELDS)) current?.focus();
  }, [autoFocus]);
  return (
    <Textarea
      ref={field}
      className={classes.input ?? ""}
      {...autosize(1, 10)}
      value={value}
      placeholder={t("composer.placeholder")}
      aria-label={t("composer.label")}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={sendOnEnter(onSend)}
    />
  );
}

/** Enter sends; with Shift it begins a new line, and while an input method composes it chooses a word. */
function sendOnEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
}
