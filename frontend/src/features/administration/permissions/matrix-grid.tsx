import { Menu } from "@mantine/core";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PermissionMatrix, PolicyEffect } from "@/api/types";
import { Icon } from "@/components/icon";
import { MenuItem } from "@/components/menu-item";
import { useLocalText } from "@/i18n/local-text";
import { EffectMenu } from "./effect-menu";
import { MatrixCell } from "./matrix-cell";
import classes from "./permissions.module.css";
import { cellKey, type Role, type Tool, type useMatrixChanges } from "./use-matrix-changes";

/** Rows and columns to go by key. */
const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

type Props = {
  matrix: PermissionMatrix;
  /** The sections that the filter shows. */
  sections: PermissionMatrix["sections"];
  changes: ReturnType<typeof useMatrixChanges>;
  onExplain: (tool: Tool, role: Role) => void;
};

/** Tools down, roles across. Arrow keys move between cells; Enter opens one. */
export function MatrixGrid({ matrix, sections, changes, onExplain }: Props) {
  const { t } = useTranslation("administration-permissions");
  const local = useLocalText();
  const { roles } = matrix;
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const rules = useMemo(() => new Map(matrix.rules.map((rule) => [rule.id, rule])), [matrix.rules]);
  const titles = useMemo(() => {
    const tools = matrix.sections.flatMap((section) => section.tools);
    return new Map(tools.map(({ pattern, title }) => [pattern, local(title)]));
  }, [matrix.sections, local]);
  const shown = sections.flatMap(({ tools }) => tools);
  const keys = new Set(shown.flatMap(({ pattern }) => roles.map(({ id }) => cellKey(id, pattern))));
  const reached = keys.has(current) ? current : [...keys][0];
  const openCell = useCallback((tool: Tool, role: Role) => setOpen(cellKey(role.id, tool.pattern)), []);
  const close = () => setOpen(null);
  const nameOf = ({ id, name }: Role) => (id === null ? t("anyRole") : name);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const { target } = event;
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof HTMLElement && target.matches("[data-cell]"))) return;
    event.preventDefault();
    const rows = [...(table.current?.querySelectorAll("[data-row]") ?? [])].map((row) => [
      ...row.querySelectorAll<HTMLElement>("[data-cell]"),
    ]);
    const line = rows.findIndex((row) => row.includes(target));
    const column = rows[line]?.indexOf(target) ?? 0;
    const to = Math.min(Math.max(column + step[1], 0), roles.length - 1);
    rows[line + step[0]]?.[to]?.focus();
  };

  return (
    <div className={classes.scroll}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells are buttons, and one Tab stop leads to all */}
      <table ref={table} role="grid" className={classes.grid} aria-label={t("title")} onKeyDown={onKeyDown}>
        <thead>
          <tr data-row>
            <th scope="col">{t("tool")}</th>
            {roles.map((role) => {
              const key = cellKey(role.id, "");
              const label = t("allShown", { role: nameOf(role) });
              const choose = (effect: PolicyEffect | null) =>
                changes.set(
                  role.id,
                  shown.map(({ pattern }) => pattern),
                  effect,
                );
              return (
                <th key={key} scope="col">
                  <button
                    type="button"
                    data-cell
                    className={classes.role}
                    tabIndex={-1}
                    title={nameOf(role)}
                    aria-label={label}
                    aria-haspopup="menu"
                    aria-expanded={open === key}
                    onClick={() => setOpen(key)}
                  >
                    <span className="fl-clip">{nameOf(role)}</span>
                    <Icon name="chevron-down" size={13} />
                  </button>
                  {open === key && <EffectMenu label={label} onChoose={choose} onClose={close} />}
                </th>
              );
            })}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.title.en}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={classes.section}>
                <span>{local(section.title)}</span>
              </th>
            </tr>
            {section.tools.map((tool) => {
              const title = local(tool.title);
              const about = [tool.kind ? local(tool.kind) : "", tool.about].filter(Boolean).join(" · ");
              return (
                <tr key={tool.pattern} data-row>
                  <th scope="row">
                    <span className={classes.name}>{title}</span>
                    {about && <span className={classes.about}>{about}</span>}
                  </th>
                  {tool.cells.map((cell, at) => {
                    const role = roles[at];
                    if (!role) return null;
                    const key = cellKey(role.id, tool.pattern);
                    const change = changes.pending.get(key);
                    const rule = cell.rule ? rules.get(cell.rule) : undefined;
                    return (
                      <td key={key} onFocus={() => setCurrent(key)}>
                        <MatrixCell
                          tool={tool}
                          title={title}
                          role={role}
                          cell={cell}
                          change={change}
                          rule={rule}
                          ruleTitle={rule ? (titles.get(rule.tool_pattern) ?? rule.tool_pattern) : ""}
                          isCurrent={key === reached}
                          isOpen={key === open}
                          onOpen={openCell}
                        />
                        {key === open && (
                          <EffectMenu
                            label={`${title} · ${nameOf(role)}`}
                            chosen={change ? change.effect : cell.effect}
                            onChoose={(effect) => changes.set(role.id, [tool.pattern], effect)}
                            onClose={close}
                          >
                            <Menu.Divider />
                            <Menu.Label className={classes.menuLabel}>
                              {t("pattern")} <code>{tool.pattern}</code>
                            </Menu.Label>
                            {tool.is_tool && (
                              <>
                                <Menu.Label className={classes.menuLabel}>
                                  {change
                                    ? t("afterSaving")
                                    : rule
                                      ? local(rule.reason)
                                      : t(`default.${cell.in_force === "deny" ? "deny" : "allow"}`)}
                                </Menu.Label>
                                <MenuItem
                                  icon="help-circle"
                                  label={t("explain.button")}
                                  onClick={() => onExplain(tool, role)}
                                />
                              </>
                            )}
                            {!tool.is_tool && (
                              <Menu.Label className={classes.menuLabel}>{t("several")}</Menu.Label>
                            )}
                          </EffectMenu>
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}
