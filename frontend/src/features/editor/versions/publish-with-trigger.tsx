import { useTranslation } from "react-i18next";
import type { NodeTypeInfo } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import classes from "@/components/triggers/triggers.module.css";
import { addNode } from "@/document/add-node";
import { triggersOf } from "@/document/off-the-path";
import type { GraphDocument } from "@/document/types";
import { OfferedTriggers } from "@/features/editor/triggers/offered-triggers";

type Props = { draft: GraphDocument; onAdded: () => void };

/** A workflow that nothing starts yet can get a trigger right before it is published. */
export function PublishWithTrigger({ draft, onAdded }: Props) {
  const { t } = useTranslation("triggers");
  const editor = useEditor();
  const { document, types, language } = editor;
  if (triggersOf(draft, types).length > 0) return null;
  const add = (type: NodeTypeInfo) => {
    const state = document.getState();
    const added = addNode(state, types, type, null, { language, config: editor.newConfig(type) });
    if (state.applyChanges(added.operations, { label: LABELS.add })) onAdded();
  };
  return (
    <section className={classes.section} aria-label={t("add.title")}>
      <p className={classes.quiet}>{t("publish.with")}</p>
      <div className={classes.row}>
        <OfferedTriggers onPick={add} />
      </div>
    </section>
  );
}
