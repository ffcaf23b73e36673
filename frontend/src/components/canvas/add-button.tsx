/** The "+" in the corner of the canvas: behind the selected node or a start that is alone, or to the right of everything. */

import { ActionIcon } from "@mantine/core";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { nextPort } from "@/commands/edits";
import { Icon } from "@/components/icon";
import { useUi } from "@/stores/ui-store";

export function AddButton() {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const open = ({ currentTarget }: MouseEvent) => {
    const { right, top } = currentTarget.getBoundingClientRect();
    const screen = { x: right + 8, y: top };
    const source = nextPort(editor);
    useUi.getState().set({
      adding: source ? { kind: "port", source, screen } : { kind: "free", at: null, screen },
    });
  };
  return (
    <ActionIcon
      className="fl-add-button"
      variant="default"
      size={40}
      radius="md"
      aria-label={t("addNode")}
      title={t("addNode")}
      onClick={open}
    >
      <Icon name="plus" size={22} />
    </ActionIcon>
  );
}
