/** A node in words: what it is, how it fares, what is wrong, where it leads. */

import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { Icon } from "@/components/icon";
import { StatusBadge } from "@/components/status-badge";
import { frameLook } from "@/document/frames";
import { isFrame } from "@/document/nesting";
import type { OutlineItem, OutlineLink } from "@/document/outline";
import type { ShownProblem } from "@/document/validate";
import { currentLanguage } from "@/i18n";
import { formatNames } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";
import { nodeLook } from "@/nodes/registry";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import classes from "./outline.module.css";

type Props = { item: OutlineItem; problems: readonly ShownProblem[] };

export function OutlineRow({ item: { node, links }, problems }: Props) {
  const { t } = useTranslation("outline");
  const local = useLocalText();
  const { types, canvas } = useEditor();
  const type = types[node.type];
  const status = useRun((state) => shownNode(state, node.key)?.status);
  const isSelected = useUi((state) => state.selection.includes(node.key));
  const linkText = ({ target, port }: OutlineLink) =>
    port ? t("port", { name: target.name, port: local(port.title) }) : target.name;
  const marks = [
    ...(node.bypass ? [t("bypassed")] : []),
    ...(node.pinned_output ? [t("pinned")] : []),
    ...(isFrame(node, types) && frameLook(node).collapsed ? [t("folded")] : []),
  ];
  const show = () => {
    useUi.getState().openNode(node.key);
    canvas.reveal([node.key]);
  };
  return (
    <UnstyledButton className={classes.row} aria-current={isSelected || undefined} onClick={show}>
      <Icon name={nodeLook(type).icon} size={14} />
      <span className={classes.name}>{node.name}</span>
      {type && <span className={classes.quiet}>{local(type.title)}</span>}
      {status && <StatusBadge status={status} compact />}
      {marks.length > 0 && <span className={classes.quiet}>{marks.join(" · ")}</span>}
      {problems.map((problem) => (
        <span
          key={`${problem.code}|${problem.field}`}
          className={classes.problem}
          data-severity={problem.severity}
        >
          <Icon name={problem.severity === "error" ? "alert-circle" : "alert-triangle"} size={13} />
          <VisuallyHidden>{`${t(`problems:${problem.severity}`)}: `}</VisuallyHidden>
          {local(problem.message)}
        </span>
      ))}
      {links.length > 0 && (
        <span className={classes.links}>
          {t("to", { names: formatNames(links.map(linkText), currentLanguage()) })}
        </span>
      )}
    </UnstyledButton>
  );
}
