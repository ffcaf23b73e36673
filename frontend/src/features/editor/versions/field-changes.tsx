/** The fields of a changed node, each before and after. */

import { useTranslation } from "react-i18next";
import { BeforeAfter } from "@/components/field-diff/before-after";
import type { NodeChange } from "@/document/compare";
import { inLanguage, readSchema } from "@/document/form-schema";
import type { NodeTypeIndex } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import classes from "./versions.module.css";

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
