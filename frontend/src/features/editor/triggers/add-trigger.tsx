import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { useEditor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { Icon } from "@/components/icon";
import classes from "@/components/triggers/triggers.module.css";
import { triggersOf } from "@/document/off-the-path";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { openNode } from "@/stores/ui-store";

const OFFERED = ["webhook", "schedule"];

/** In the panel of the start: what starts its runs, and more of that. */
export function AddTrigger() {
  const { t } = useTranslation("triggers");
  const local = useLocalText();
  const editor = useEditor();
  const readOnly = useDocument((state) => state.readOnly);
  const triggers = useDocument(useShallow((state) => triggersOf(state, editor.types)));
  const offered = OFFERED.flatMap((id) => editor.types[id] ?? []);
  return (
    <section className={classes.section} aria-label={t("add.title")}>
      <h4 className={classes.title}>{t("add.title")}</h4>
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
        {!readOnly &&
          offered.map((type) => (
            <Button
              key={type.id}
              size="xs"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => addToDocument(editor, type, { kind: "free", at: null })}
            >
              {local(type.title)}
            </Button>
          ))}
      </div>
    </section>
  );
}
