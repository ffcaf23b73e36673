/** Differences of two graphs as a list; a selected entry, or each of an unfolded list, shows its fields before and after. */

import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ChangeKind, Comparison, NodeChange } from "@/document/compare";
import { inLanguage, readSchema } from "@/document/form-schema";
import type { GraphDocument, NodeTypeIndex } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useUi } from "@/stores/ui-store";
import { BeforeAfter } from "./before-after";
import classes from "./change-list.module.css";

type Props = { comparison: Comparison; before: GraphDocument; after: GraphDocument; unfolded?: boolean };

const SIGNS: Record<ChangeKind, string> = { added: "+", removed: "−", changed: "≠", moved: "↔" };

export function ChangeList({ comparison, before, after, unfolded = false }: Props) {
  const { t } = useTranslation("versions");
  const { nodes, edges, reordered } = comparison;
  const nameOf = (key: string) => (after.nodes[key] ?? before.nodes[key])?.name ?? key;
  if (nodes.length + edges.length === 0 && !reordered) return <p className={classes.quiet}>{t("same")}</p>;
  return (
    <ul className={classes.changes} aria-label={t("changes")}>
      {nodes.map((change) =>
        unfolded ? (
          <UnfoldedNode key={change.key} change={change} />
        ) : (
          <ChangedNode key={change.key} change={change} />
        ),
      )}
      {edges.map(({ kind, edge }) => (
        <li key={`${kind} ${edge.id}`} className={classes.change}>
          <Sign kind={kind} />
          <span>{t("connection", { from: nameOf(edge.source), to: nameOf(edge.target) })}</span>
        </li>
      ))}
      {reordered && (
        <li className={classes.change}>
          <Sign kind="moved" />
          <span>{t("reordered")}</span>
        </li>
      )}
    </ul>
  );
}

function ChangedNode({ change }: { change: NodeChange }) {
  const { key, kind, name, fields } = change;
  const { t } = useTranslation("versions");
  const selected = useUi((state) => state.selection.length === 1 && state.selection[0] === key);
  const hasFields = fields.length > 0;
  return (
    <li>
      <UnstyledButton
        className={classes.change}
        data-selected={selected || undefined}
        aria-expanded={hasFields ? selected : undefined}
        onClick={() => useUi.getState().select(selected ? [] : [key])}
      >
        <Sign kind={kind} />
        <span className="fl-clip">{name}</span>
        {hasFields && <span className={classes.count}>{t("fields", { count: fields.length })}</span>}
      </UnstyledButton>
      {selected && hasFields && <FieldChanges change={change} />}
    </li>
  );
}

function UnfoldedNode({ change }: { change: NodeChange }) {
  return (
    <li>
      <div className={classes.change}>
        <Sign kind={change.kind} />
        <strong>{change.name}</strong>
      </div>
      {change.fields.length > 0 && <FieldChanges change={change} />}
    </li>
  );
}

function Sign({ kind }: { kind: ChangeKind }) {
  const { t } = useTranslation("versions");
  return (
    <span className={classes.sign} data-kind={kind} role="img" aria-label={t(`kind.${kind}`)}>
      {SIGNS[kind]}
    </span>
  );
}

/** The fields of a changed node, each before and after. */
function FieldChanges({ change }: { change: NodeChange }) {
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
