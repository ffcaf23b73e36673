import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { Evaluation, FieldError, JsonObject } from "@/api/types";
import { useInterface } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { Table } from "@/components/table";
import { objectOf } from "@/document/config";
import { fieldsOf } from "@/document/form-schema";
import { CaseRow } from "@/features/testing/case-row";
import { ListEditor } from "@/features/testing/list-editor";
import classes from "@/features/testing/testing.module.css";
import { useRows } from "@/features/testing/use-rows";

type Props = { workflowId: string; evaluation?: Evaluation; onClose: () => void };

const FIRST_CASE: JsonObject[] = [
  { name: "1", inputs: {}, expected: "", scorer: { kind: "contains", path: "$" } },
];

/** A table of cases, new or stored. */
export function EvaluationEditor({ workflowId, evaluation, onClose }: Props) {
  const { t } = useTranslation("testing");
  return (
    <ListEditor
      title={t(evaluation ? "evaluation.edit" : "evaluation.new")}
      size="min(1080px, 94vw)"
      name={evaluation?.name ?? ""}
      maxName={limits.EvaluationCreate.name}
      label={t("evaluation.cases")}
      help={t("evaluation.casesHelp")}
      list={evaluation?.cases ?? FIRST_CASE}
      form={(list, onChange, errors) => (
        <CasesForm workflowId={workflowId} first={list} errors={errors} onChange={onChange} />
      )}
      send={(name, cases) =>
        evaluation
          ? ask("patch", "/api/evaluations/{evaluation_id}/", {
              ...at({ evaluation_id: evaluation.id }),
              body: { name, cases },
            })
          : ask("post", "/api/workflows/{workflow_id}/evaluations/", {
              ...at({ workflow_id: workflowId }),
              body: { name, cases },
            })
      }
      refreshes={[`/api/workflows/${workflowId}/evaluations/`]}
      onClose={onClose}
    />
  );
}

type CasesFormProps = {
  workflowId: string;
  first: JsonObject[];
  /** Server errors, by pointers such as `/cases/0/name`. */
  errors: readonly FieldError[];
  onChange: (list: JsonObject[]) => void;
};

/** The cases as a table: a column for each input that the workflow has or a case gives. */
function CasesForm({ workflowId, first, errors, onChange }: CasesFormProps) {
  const { t } = useTranslation("testing");
  const { rows, add, change, remove } = useRows(first, onChange);
  const parameters = useInterface(workflowId).data?.tool.parameters;
  const inputs = [
    ...new Set([
      ...Object.keys(fieldsOf(parameters)),
      ...rows.flatMap(({ value }) => Object.keys(objectOf(value.inputs))),
    ]),
  ];
  const another = (): JsonObject => {
    const scorer = objectOf(rows.at(-1)?.value.scorer ?? { kind: "contains", path: "$" });
    return { name: String(rows.length + 1), inputs: {}, expected: "", scorer };
  };
  return (
    <>
      <Table className={classes.cases}>
        <thead>
          <tr>
            <th scope="col">{t("case.name")}</th>
            {inputs.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{t("case.expected")}</th>
            <th scope="col">{t("case.scorer")}</th>
            <th scope="col">{t("case.path")}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, value }, index) => (
            <CaseRow
              key={key}
              row={value}
              inputs={inputs}
              errors={errors.filter(({ pointer }) => `${pointer}/`.startsWith(`/cases/${index}/`))}
              onChange={(next) => change(key, next)}
              onRemove={rows.length > 1 ? () => remove(key) : undefined}
            />
          ))}
        </tbody>
      </Table>
      <Button
        mt={8}
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => add(another())}
      >
        {t("case.add")}
      </Button>
    </>
  );
}
