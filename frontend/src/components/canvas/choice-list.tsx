/** A search field and what fits; arrows and Enter, or a click. */

import { TextInput } from "@mantine/core";
import { Icon } from "@/components/icon";
import { type OptionProps, useChoiceKeys } from "@/components/use-choice-keys";
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
  const keys = useChoiceKeys({
    count: choices.length,
    initial: 0,
    onPick: (index) => {
      const chosen = choices[index];
      if (chosen) onPick(chosen.id);
    },
    onEscape: onClose,
  });
  return (
    <>
      <TextInput
        size="xs"
        m={8}
        data-autofocus
        autoFocus
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={14} />}
        value={query}
        onChange={(event) => {
          onQuery(event.currentTarget.value);
          keys.restart();
        }}
        {...keys.field}
      />
      <div {...keys.list} role="listbox" aria-label={label} className="fl-types">
        {choices.map((choice, index) => (
          <Option
            key={choice.id}
            choice={choice}
            option={keys.option(index)}
            onPick={() => onPick(choice.id)}
          />
        ))}
        {choices.length === 0 && <p className="fl-types-none">{none}</p>}
      </div>
    </>
  );
}

type ChoiceProps = { choice: Choice; option: OptionProps; onPick: () => void };

function Option({ choice, option, onPick }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field, which keeps the focus
    // biome-ignore lint/a11y/noStaticElementInteractions: as above; it is an option
    <div {...option} className="fl-type" data-category={choice.category} onClick={onPick}>
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
