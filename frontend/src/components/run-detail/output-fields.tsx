/** The fields of an output: each can be dragged into a template, where it becomes a reference. */

import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { Icon } from "@/components/icon";
import { JsonView } from "@/components/json-view";
import { VARIABLE_MIME } from "@/components/template-editor/variable-drop";
import { writePath, writeReference } from "@/document/reference-path";
import classes from "./run-detail.module.css";

type Props = { nodeKey: string; isStart: boolean; output: JsonObject };

export function OutputFields({ nodeKey, isStart, output }: Props) {
  const { t } = useTranslation("inspector");
  const root = isStart ? ["inputs"] : ["nodes", nodeKey];
  const fields = Object.entries(output);
  if (fields.length === 0) return <p className={classes.quiet}>{t("emptyOutput")}</p>;
  return (
    <ul className={classes.fields}>
      {fields.map(([name, value]) => {
        const reference = writePath([...root, name], "template");
        const template = writeReference([...root, name], "template");
        return (
          <li key={name} className={classes.field}>
            <button
              type="button"
              className={classes.fieldName}
              onClick={() => void navigator.clipboard?.writeText(template)}
              draggable
              title={t("dragField", { reference })}
              onDragStart={(event) => {
                event.dataTransfer.setData(VARIABLE_MIME, reference);
                event.dataTransfer.setData("text/plain", template);
                event.dataTransfer.effectAllowed = "copy";
              }}
            >
              <Icon name="grip-vertical" size={13} />
              {name}
            </button>
            <JsonView value={value} openLevels={1} />
          </li>
        );
      })}
    </ul>
  );
}
