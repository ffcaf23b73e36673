import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject, NodeDoc } from "@/api/types";
import { startFields } from "@/components/run-inputs/start-fields";
import classes from "@/components/triggers/triggers.module.css";
import { objectsOf, textOf } from "@/document/config";
import { writeReference } from "@/document/reference-path";
import { startKey } from "@/document/validate";
import { useDocument } from "@/stores/document-store";

/** Locations with names chosen by the sender; other triggers have fixed names. */
const FREE_PLACES: Readonly<Record<string, string>> = { webhook: "body", poll: "item" };
/** Message triggers: their text may go into any field. */
const MESSAGES: readonly string[] = ["chat_trigger", "bot_message"];

type Props = { node: NodeDoc; onChange: (config: JsonObject) => void };

/** Rows that the mapping may get: one for each field of the start that has none, from what arrives. */
export function MappingSuggestions({ node, onChange }: Props) {
  const { t } = useTranslation("triggers");
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  const rows = objectsOf(node.config.mapping);
  const taken = new Set(rows.map(({ name }) => textOf(name)));
  const missing = startFields(start).filter(({ name }) => !taken.has(name));
  const place = FREE_PLACES[node.type];
  const isMessage = MESSAGES.includes(node.type);
  if (missing.length === 0 || (place === undefined && !isMessage)) return null;
  const referenceTo = (field: string) =>
    writeReference(place === undefined ? ["trigger", "message"] : ["trigger", place, field], "template");
  return (
    <section className={classes.section} aria-label={t("mapping.title")}>
      <h2 className={classes.title}>{t("mapping.title")}</h2>
      <p className={classes.quiet}>{t("mapping.help")}</p>
      <div className={classes.row}>
        {missing.map(({ name }) => {
          const value = referenceTo(name);
          return (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ ...node.config, mapping: [...rows, { name, value }] })}
            >
              {t("mapping.add", { field: name, value })}
            </Button>
          );
        })}
      </div>
    </section>
  );
}
