/** Problems of the workflow; a click goes to the node and its field. */

import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import type { ShownProblem } from "@/document/validate";
import { useProblems } from "@/hooks/use-problems";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./problems.module.css";

export function ProblemsList() {
  const { t } = useTranslation("problems");
  const local = useLocalText();
  const problems = useProblems();
  if (problems.length === 0) return <EmptyState icon="circle-check" title={t("none")} text={t("noneText")} />;
  return (
    <ul className={classes.list}>
      {problems.map((problem) => (
        <ProblemRow
          key={`${problem.code}|${problem.node_key}|${problem.edge_id}|${problem.field}|${local(problem.message)}`}
          problem={problem}
        />
      ))}
    </ul>
  );
}

function ProblemRow({ problem }: { problem: ShownProblem }) {
  const { t } = useTranslation("problems");
  const local = useLocalText();
  const show = useShowProblem();
  const name = useDocument((state) =>
    problem.node_key === null ? null : (state.nodes[problem.node_key]?.name ?? null),
  );
  return (
    <li>
      <UnstyledButton className={classes.row} onClick={() => show(problem)}>
        <span className={classes.sign} data-severity={problem.severity} title={t(problem.severity)}>
          <Icon name={problem.severity === "error" ? "alert-circle" : "alert-triangle"} size={15} />
          <VisuallyHidden>{t(problem.severity)}</VisuallyHidden>
        </span>
        {name !== null && <span className={classes.name}>{name}</span>}
        <span>{local(problem.message)}</span>
      </UnstyledButton>
    </li>
  );
}

function useShowProblem(): (problem: ShownProblem) => void {
  const editor = useEditor();
  return ({ node_key: key, edge_id: edge, field }) => {
    const ui = useUi.getState();
    if (key !== null) {
      ui.openNode(key, field === null ? undefined : "settings", fieldPath(field));
      editor.canvas.reveal([key]);
    } else if (edge !== null) ui.select([], [edge]);
  };
}

/** `/rows/0/variable` (JSON pointer) as `rows.0.variable`. */
function fieldPath(pointer: string | null): string | null {
  if (pointer === null) return null;
  return pointer
    .replace(/^\//, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}
