/** A search field and what fits; arrows and Enter, or a click. */

import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "@/components/icon";
import type { Tint } from "@/nodes/registry";

type Choice = {
  id: string;
  title: string;
  help: string;
  icon: string;
  category: Tint;
  /** Beside the title: what kind of thing it is. */
  mark?: string;
};

type Props = {
  label: string;
  /** Shown instead of an empty list. */
  none: string;
  choices: readonly Choice[];
  query: string;
  onQuery: (query: string) => void;
  onPick: (id: string) => void;
  onClose: () => void;
};

export function ChoiceList({ label, none, choices, query, onQuery, onPick, onClose }: Props) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const active = Math.min(at, choices.length - 1);
  useEffect(() => {
    if (active >= 0)
      list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = choices[active];
    if (event.key === "ArrowDown") setAt(Math.min(active + 1, choices.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(active - 1, 0));
    else if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && chosen) onPick(chosen.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TextInput
        size="xs"
        m={8}
        data-autofocus
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={14} />}
        value={query}
        onChange={(event) => {
          onQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} className="fl-types">
        {choices.map((choice, index) => (
          <Option
            key={choice.id}
            id={`${id}-${index}`}
            choice={choice}
            active={index === active}
            onPick={() => onPick(choice.id)}
          />
        ))}
        {choices.length === 0 && <p className="fl-types-none">{none}</p>}
      </div>
    </>
  );
}

type OptionProps = { id: string; choice: Choice; active: boolean; onPick: () => void };

function Option({ id, choice, active, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="fl-type"
      data-category={choice.category}
      onClick={onPick}
    >
      <span className="fl-type-icon">
        <Icon name={choice.icon} size={16} />
      </span>
      <span className="fl-type-text">
        <span className="fl-type-title">{choice.title}</span>
        <span className="fl-type-help">{choice.help}</span>
      </span>
      {choice.mark && <span className="fl-type-mark">{choice.mark}</span>}
    </div>
  );
}
