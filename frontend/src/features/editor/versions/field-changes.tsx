/** The fields of a changed node, each before and after; texts word by word. */

import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import type { FieldChange, NodeChange } from "@/document/compare";
import { inLanguage, readSchema } from "@/document/form-schema";
import type { NodeTypeIndex } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import classes from "./versions.module.css";

/** Longer values are cut: the list is for seeing what changed, not for reading whole files. */
const SHOWN = 4_000;
/** Texts with more differences than this are shown whole. */
const MAX_EDITS = 2_000;

export function FieldChanges({ change }: { change: NodeChange }) {
  const { i18n } = useTranslation("versions");
  const types = useNodeTypeIndex();
  return (
    <dl className={classes.fields}>
      {change.fields.map((field) => (
        <div key={field.path}>
          <dt>
            <Path path={field.path} title={titleOf(types, change.type, field.path, i18n.language)} />
          </dt>
          <dd>
            <BeforeAfter field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Path({ path, title }: { path: string; title: string }) {
  const { t } = useTranslation("versions");
  const own = path.startsWith("config.") ? "" : t(`field.${path.split(".")[0]}`, { defaultValue: "" });
  return <span title={path}>{title || own || path}</span>;
}

/** The title of the outermost field in the node type's form, and what is inside it. */
function titleOf(types: NodeTypeIndex, type: string, path: string, language: string): string {
  const match = /^config\.([^.[]+)(.*)$/.exec(path);
  if (!match) return "";
  const [, name = "", rest = ""] = match;
  const property = readSchema(readSchema(types[type]?.config_schema).properties?.[name]);
  const title = inLanguage(property, language).title || name;
  const inner = rest
    .replace(/^\./, "")
    .replace(/\[([^\]]*)\]/g, " › $1")
    .replace(/\./g, " › ");
  return `${title}${inner.startsWith(" ") || inner === "" ? "" : " › "}${inner}`;
}

function BeforeAfter({ field: { before, after } }: { field: FieldChange }) {
  const { t } = useTranslation("versions");
  const parts = useMemo(
    () =>
      typeof before === "string" && typeof after === "string"
        ? diffWordsWithSpace(before.slice(0, SHOWN), after.slice(0, SHOWN), { maxEditLength: MAX_EDITS })
        : undefined,
    [before, after],
  );
  if (parts) {
    return (
      <p className={classes.text}>
        {parts.map(({ value, added, removed }, at) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
          if (added) return <ins key={at}>{value}</ins>;
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
          return removed ? <del key={at}>{value}</del> : <span key={at}>{value}</span>;
        })}
      </p>
    );
  }
  return (
    <p className={classes.text}>
      {before !== undefined && <del title={t("before")}>{shown(before)}</del>}{" "}
      {after !== undefined && <ins title={t("after")}>{shown(after)}</ins>}
    </p>
  );
}

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
