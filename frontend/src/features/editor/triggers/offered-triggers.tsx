import { Button } from "@mantine/core";
import type { NodeTypeInfo } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";

/** The triggers that most people want; the palette has them all. */
const OFFERED = ["form_trigger", "chat_trigger", "webhook", "schedule", "poll"];

export function OfferedTriggers({ onPick }: { onPick: (type: NodeTypeInfo) => void }) {
  const local = useLocalText();
  const { types } = useEditor();
  return OFFERED.flatMap((id) => types[id] ?? []).map((type) => (
    <Button
      key={type.id}
      size="xs"
      variant="default"
      leftSection={<Icon name="plus" size={14} />}
      onClick={() => onPick(type)}
    >
      {local(type.title)}
    </Button>
  ));
}
