import type { NodeTypeInfo, WorkflowTemplate } from "@/api/types";
import { GraphPicture } from "@/components/graph-picture/graph-picture";
import { StarterCard } from "@/components/starter-card/starter-card";
import type { OptionProps } from "@/components/use-choice-keys";
import { useLocalText } from "@/i18n/local-text";

type Props = {
  template: WorkflowTemplate;
  types: readonly NodeTypeInfo[];
  /** Other words than its own. */
  title?: string;
  text?: string;
  disabled: boolean;
  selected?: boolean;
  option?: OptionProps;
  onChoose: () => void;
};

/** A template: its graph first, then one line; its note is shown on pointing. */
export function TemplateCard({ template, types, title, text, disabled, selected, option, onChoose }: Props) {
  const local = useLocalText();
  return (
    <StarterCard
      title={title ?? local(template.name)}
      text={text ?? local(template.description)}
      tip={local(template.note)}
      services={template.services}
      picture={<GraphPicture picture={template.picture} types={types} />}
      disabled={disabled}
      selected={selected}
      option={option}
      onChoose={onChoose}
    />
  );
}
