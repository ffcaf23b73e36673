/** A field for a comment, in which `@` offers the people who may see the workflow. */

import { Button, Combobox, Group, Textarea, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWorkflowPeople } from "@/api/comments";
import * as limits from "@/api/limits.gen";
import type { Commenter } from "@/api/types";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import classes from "@/features/editor/comments/comments.module.css";
import { mentionsIn, typedMention } from "@/lib/mentions";

type Saving = {
  mutate: (text: { text: string; mentions: string[] }) => void;
  isPending: boolean;
  error: Error | null;
};

type Props = {
  workflowId: string;
  text: string;
  onText: (text: string) => void;
  label: string;
  submitLabel: string;
  saving: Saving;
  /** People whom the text mentions already. */
  known?: readonly Commenter[];
  onCancel?: () => void;
};

export function CommentComposer({
  workflowId,
  text,
  onText,
  label,
  submitLabel,
  saving,
  known,
  onCancel,
}: Props) {
  const { t } = useTranslation("comments");
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { offered, usernames } = usePeople(workflowId, typed, known);
  const combobox = useCombobox();
  const isOffering = typed !== null && offered.length > 0;
  const marked = () => Math.max(0, combobox.getSelectedOptionIndex());
  const submit = () => {
    if (text.trim() === "" || saving.isPending) return;
    saving.mutate({ text, mentions: mentionsIn(text, usernames) });
  };
  const look = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setTyped(typedMention(value, selectionStart));
    combobox.selectFirstOption();
  };
  const complete = (username: string) => {
    const caret = field.current?.selectionStart ?? text.length;
    const start = caret - (typed ?? "").length;
    field.current?.focus();
    field.current?.setRangeText(`${username} `, start, caret, "end");
    onText(field.current?.value ?? text);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isOffering) setTyped(null);
    else if (event.key === "Escape" && onCancel) onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    // Also before the first one is marked: it is what Enter means while people are offered.
    else if (event.key === "Enter" && isOffering) complete(offered[marked()]?.username ?? "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Combobox store={{ ...combobox, dropdownOpened: isOffering }} onOptionSubmit={complete}>
        <Combobox.EventsTarget withKeyboardNavigation={isOffering}>
          <Textarea
            ref={field}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={limits.CommentText.text}
            aria-label={label}
            placeholder={t("placeholder")}
            value={text}
            onChange={(event) => {
              onText(event.currentTarget.value);
              look(event.currentTarget);
            }}
            onClick={(event) => look(event.currentTarget)}
            onBlur={() => setTyped(null)}
            onKeyDownCapture={onKeyDown}
          />
        </Combobox.EventsTarget>
        <Combobox.DropdownTarget>
          <span />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t("people")}>
            {offered.map(({ username, name }, at) => (
              <Combobox.Option
                key={username}
                value={username}
                selected={at === 0}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
              >
                {name} {name !== username && <span className={classes.quiet}>@{username}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {saving.error && <FormError error={saving.error} />}
      <Group gap="xs" justify="flex-end">
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            {t("cancel")}
          </Button>
        )}
        <SubmitButton size="xs" loading={saving.isPending} disabled={text.trim() === ""}>
          {submitLabel}
        </SubmitButton>
      </Group>
    </form>
  );
}

/**
 * People who match the text typed after an `@` (null: no mention is being typed), and the user names of everyone
 * offered so far, since a name typed in full counts as much as a picked one.
 */
function usePeople(workflowId: string, typed: string | null, known: readonly Commenter[] = []) {
  const usernames = useRef(new Set(known.map(({ username }) => username)));
  const offered = useWorkflowPeople(workflowId, typed).data ?? [];
  for (const { username } of offered) usernames.current.add(username);
  return { offered: typed === null ? [] : offered, usernames: usernames.current };
}
