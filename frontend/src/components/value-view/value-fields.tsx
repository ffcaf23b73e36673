/** The fields of an object, such as an output, each shown as what it is; each can be dragged into a template, where it becomes a reference. */

import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { Icon } from "@/components/icon";
import { writePath, writeReference } from "@/document/reference-path";
import { TraceButton } from "./trace-button";
import classes from "./value-fields.module.css";
import { dragReference } from "./value-name";
import { useValuePlace } from "./value-place";
import { ValueView } from "./value-view";

type Props = { value: JsonObject; openLevels?: number };

export function ValueFields({ value, openLevels = 1 }: Props) {
  const { t } = useTranslation("inspector");
  const fields = Object.entries(value);
  if (fields.length === 0) return <p className={classes.quiet}>{t("noFields")}</p>;
  return (
    <ul className={classes.fields}>
      {fields.map(([name, field]) => (
        <li key={name}>
          <div className={classes.head}>
            <FieldName name={name} />
            <TraceButton path={[name]} />
          </div>
          <ValueView value={field} openLevels={openLevels} path={[name]} />
        </li>
      ))}
    </ul>
  );
}

function FieldName({ name }: { name: string }) {
  const { t } = useTranslation("inspector");
  const place = useValuePlace();
  if (!place?.canRefer)
    return (
      <span className={classes.name} translate="no">
        {name}
      </span>
    );
  const path = [...place.root, name];
  return (
    <button
      type="button"
      className={classes.name}
      translate="no"
      onClick={() => void navigator.clipboard?.writeText(writeReference(path, "template"))}
      draggable
      title={t("dragField", { reference: writePath(path, "template") })}
      onDragStart={dragReference(path)}
    >
      <Icon name="grip-vertical" size={13} />
      {name}
    </button>
  );
}
