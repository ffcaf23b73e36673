import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { useEditor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { CommandButton } from "@/components/command-button";
import { Icon } from "@/components/icon";
import classes from "@/components/triggers/triggers.module.css";
import { triggersOf } from "@/document/off-the-path";
import { useDocument } from "@/stores/document-store";
import { openNode } from "@/stores/ui-store";
import { OfferedTriggers } from "./offered-triggers";

/** In the panel of the start: what starts its runs, and more of that. */
export function AddTrigger() {
  const { t } = useTranslation("triggers");
  const editor = useEditor();
  const readOnly = useDocument((state) => state.readOnly);
  const triggers = useDocument(useShallow((state) => triggersOf(state, editor.types)));
  return (
    <section className={`${classes.section} ${classes.apart}`} aria-label={t("add.title")}>
      <h2 className={classes.title}>{t("add.title")}</h2>
      <p className={classes.quiet}>{t("add.text")}</p>
      <div className={classes.row}>
        {triggers.map(({ key, name, type }) => (
          <Button
            key={key}
            size="xs"
            variant="light"
            leftSection={<Icon name={editor.types[type]?.icon ?? "bolt"} size={14} />}
            onClick={() => openNode(key)}
          >
            {name}
          </Button>
        ))}
        {!readOnly && (
          <OfferedTriggers onPick={(type) => addToDocument(editor, type, { kind: "free", at: null })} />
        )}
        <CommandButton id="use-it" />
      </div>
    </section>
  );
}
