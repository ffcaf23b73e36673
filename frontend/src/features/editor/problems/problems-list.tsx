/** Problems of the workflow; a click goes to the node and its field, or moves a key to a credential. */

import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { TextButton } from "@/components/text-button";
import { fieldPath } from "@/document/field-path";
import { keyedRequest } from "@/document/request-key";
import type { ShownProblem } from "@/document/validate";
import { useMoveKey } from "@/features/editor/problems/use-move-key";
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
  const move = useMoveKey();
  const readOnly = useDocument((state) => state.readOnly);
  const node = useDocument((state) =>
    problem.node_key === null ? undefined : state.nodes[problem.node_key],
  );
  const name = node?.name ?? null;
  const keyed = node && !readOnly ? keyedRequest(node, problem.code, fieldPath(problem.field ?? "")) : null;
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.row} onClick={() => show(problem)}>
        <span className={classes.sign} data-severity={problem.severity} title={t(problem.severity)}>
          <Icon name={problem.severity === "error" ? "alert-circle" : "alert-triangle"} size={15} />
          <VisuallyHidden>{t(problem.severity)}</VisuallyHidden>
        </span>
        {name !== null && <span className={classes.name}>{name}</span>}
        <span>{local(problem.message)}</span>
      </UnstyledButton>
      {node && keyed && (
        <TextButton disabled={move.isPending} onClick={() => move.mutate({ ...keyed, node: node.key })}>
          {t("moveKey")}
        </TextButton>
      )}
    </li>
  );
}

function useShowProblem(): (problem: ShownProblem) => void {
  const editor = useEditor();
  return ({ node_key: key, edge_id: edge, field }) => {
    const ui = useUi.getState();
    if (key !== null) {
      ui.openNode(key, field === null ? undefined : "settings", field === null ? null : fieldPath(field));
      editor.canvas.reveal([key]);
    } else if (edge !== null) ui.select([], [edge]);
  };
}
