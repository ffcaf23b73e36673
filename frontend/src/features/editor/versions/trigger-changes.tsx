/** Effects of publishing on triggers: those that go live, change or end. */

import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "@/components/triggers/triggers.module.css";
import { triggersOf } from "@/document/off-the-path";
import { EMPTY_DOCUMENT, type GraphDocument, type NodeTypeIndex } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { isEqualJson } from "@/lib/equal-json";

type Change = "starts" | "changes" | "stays" | "ends" | "off";
type Row = { key: string; name: string; type: string; change: Change };

type Props = { before: GraphDocument | null; after: GraphDocument };

export function TriggerChanges({ before, after }: Props) {
  const { t } = useTranslation("triggers");
  const types = useNodeTypeIndex();
  const rows = triggerChanges(before ?? EMPTY_DOCUMENT, after, types);
  if (rows.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t("publish.title")}>
      <h4 className={classes.title}>{t("publish.title")}</h4>
      <ul className={classes.list}>
        {rows.map(({ key, name, type, change }) => (
          <li key={key} className={classes.row}>
            <Icon name={types[type]?.icon ?? "bolt"} size={14} />
            <span>{name}</span>
            <span className={classes.quiet}>{t(`publish.change.${change}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function triggerChanges(before: GraphDocument, after: GraphDocument, types: NodeTypeIndex): Row[] {
  const isOn = (document: GraphDocument, key: string) =>
    document.nodes[key] !== undefined && document.nodes[key].config.enabled !== false;
  const ended = triggersOf(before, types).filter(({ key }) => isOn(before, key) && !after.nodes[key]);
  const kept = triggersOf(after, types).map(({ key, name, type, config }): Row => {
    const was = isOn(before, key);
    const is = isOn(after, key);
    const isSame = isEqualJson(before.nodes[key]?.config ?? null, config);
    const change = is ? (was ? (isSame ? "stays" : "changes") : "starts") : was ? "ends" : "off";
    return { key, name, type, change };
  });
  return [...kept, ...ended.map(({ key, name, type }): Row => ({ key, name, type, change: "ends" }))];
}
