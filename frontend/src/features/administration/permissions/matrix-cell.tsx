import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { MatrixCellChange, PermissionMatrix } from "@/api/types";
import { Icon } from "@/components/icon";
import { effectIcon } from "./effect-menu";
import classes from "./permissions.module.css";
import type { Role, Tool } from "./use-matrix-changes";

type Props = {
  tool: Tool;
  /** Shown name of the tool. */
  title: string;
  role: Role;
  cell: Tool["cells"][number];
  /** Undefined while nothing is changed. */
  change: MatrixCellChange | undefined;
  /** The rule in force, and the shown name of its tools. */
  rule: PermissionMatrix["rules"][number] | undefined;
  ruleTitle: string;
  /** The one cell that the Tab key reaches. */
  isCurrent: boolean;
  isOpen: boolean;
  onOpen: (tool: Tool, role: Role) => void;
};

/** The effect of a role and a tool as an icon; faint, with its source, when it is inherited. */
export const MatrixCell = memo(function MatrixCell(props: Props) {
  const { tool, title, role, cell, change, rule, ruleTitle, isCurrent, isOpen, onOpen } = props;
  const { t } = useTranslation("administration-permissions");
  const effect = change ? change.effect : (cell.in_force ?? cell.effect);
  // Also where a rule for one mode or with a condition is in force instead of the cell's own.
  const isInherited = change ? effect === null : effect !== cell.effect;
  const inherited = () => {
    if (!rule) return t("byDefault");
    return rule.tool_pattern === tool.pattern ? (rule.role ?? t("anyRole")) : ruleTitle;
  };
  const source = isInherited && !change ? inherited() : "";
  const words = [
    t(effect ? `effect.${effect}` : change ? "effect.inherit" : "noRule"),
    source && t("from", { source }),
    change && t("unsaved"),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <button
      type="button"
      data-cell
      className={classes.cell}
      data-effect={effect}
      data-inherited={isInherited || undefined}
      data-changed={change !== undefined || undefined}
      tabIndex={isCurrent ? 0 : -1}
      title={words}
      aria-label={`${title} · ${role.id === null ? t("anyRole") : role.name}: ${words}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => onOpen(tool, role)}
    >
      <Icon name={effectIcon(effect)} size={16} />
      {source && <span className={classes.source}>{source}</span>}
    </button>
  );
});
