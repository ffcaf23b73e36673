/** Data of a node's form: type, variables, errors, and the conversion of changes to edits. */

import { useCallback, useMemo } from "react";
import { ask, at } from "@/api/http";
import { useEnvironment } from "@/api/settings";
import type { JsonObject, NodeDoc, NodeTypeInfo } from "@/api/types";
import { useNodeTypes, useWorkflow } from "@/api/workflows";
import type { FieldErrors } from "@/components/schema-form/field-errors";
import type { FormContext } from "@/components/schema-form/form-context";
import type { TemplateFiller } from "@/components/template-editor/template-preview";
import { isContainer } from "@/document/nesting";
import { policyOf } from "@/document/policy";
import { changeOperations } from "@/document/ports";
import { indexNodeTypes } from "@/document/types";
import { availableVariables, type VariableGroup, variablesInPass } from "@/document/variables";
import { useDebouncedNodes } from "@/hooks/use-debounced-nodes";
import { useLocalText } from "@/i18n/local-text";
import { type NodeFieldErrors, useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";
import { useEndedRun, useLastOutputs } from "./use-last-outputs";

const EDIT_LABEL = { key: "commands:edit.settings" };
/** Missing values are reported when running; unreadable ones immediately. */
const UNREADABLE = /_(syntax|invalid)$/;
const NO_ERRORS: NodeFieldErrors[string] = {};

type NodeForm = {
  type: NodeTypeInfo | undefined;
  variables: VariableGroup[];
  /** References in fields that a container evaluates inside a pass. */
  passVariables: VariableGroup[];
  errors: FieldErrors;
  readOnly: boolean;
  /** Id by which the workflow itself is a tool; empty until it is known. */
  ownTool: string;
  change: (config: JsonObject) => void;
  errorBranch: NonNullable<FormContext["errorBranch"]>;
  preview: TemplateFiller;
};

export function useNodeForm(node: NodeDoc): NodeForm {
  const store = useDocumentStore();
  const types = useNodeTypes().data;
  const index = useMemo(() => indexNodeTypes(types ?? []), [types]);
  const nodes = useDebouncedNodes();
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  const graph = useMemo(() => ({ nodes, order, edges }), [nodes, order, edges]);
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const stored = useDocument((state) => state.fieldErrors[node.key] ?? NO_ERRORS);
  const slug = useWorkflow(workflow).data?.slug;
  const outputs = useLastOutputs();
  const environment = useEnvironment();
  const local = useLocalText();
  const variables = useMemo(
    () => availableVariables(graph, index, node.key, outputs, environment),
    [graph, index, node.key, outputs, environment],
  );
  const passVariables = useMemo(
    () =>
      isContainer(node, index) ? variablesInPass(graph, index, node.key, outputs, environment) : variables,
    [graph, index, node, outputs, environment, variables],
  );
  const problems = useDocument((state) => state.problems);
  const errors = useMemo(() => {
    const found: FieldErrors = {};
    for (const problem of problems) {
      if (problem.node_key !== node.key || problem.field === null || !UNREADABLE.test(problem.code)) continue;
      const field = problem.field.split("/")[1] ?? "";
      found[field] = [...(found[field] ?? []), local(problem.message)];
    }
    for (const [path, { message }] of Object.entries(stored)) {
      const field = path.split(".")[0] ?? path;
      found[field] = [...(found[field] ?? []), message];
    }
    return found;
  }, [stored, problems, node.key, local]);
  const { key } = node;
  const type = index[node.type];
  const policy = useMemo(() => policyOf(node), [node]);
  const change = useCallback(
    (config: JsonObject, changes: Pick<Partial<NodeDoc>, "policy"> = {}) => {
      const operations = changeOperations(store.getState(), type, key, { config, ...changes });
      store.getState().applyChanges(operations, { label: EDIT_LABEL, mergeKey: `config:${key}` });
    },
    [store, type, key],
  );
  const errorBranch = useMemo(
    () => ({
      isOn: policy.onError === "port",
      change: (isOn: boolean, config: JsonObject) =>
        change(config, {
          policy: { ...policy, onError: isOn ? "port" : policy.onError === "port" ? "fail" : policy.onError },
        }),
    }),
    [policy, change],
  );
  const run = useEndedRun();
  const preview = useMemo(
    () => ({
      queryKey: ["preview", workflow, key, run],
      fill: async (template: string) => {
        // The server fills in what it has: a node that was just made or brought back must have reached it.
        await whenSaved(store);
        return ask("post", "/api/workflows/{workflow_id}/nodes/{node_key}/preview/", {
          ...at({ workflow_id: workflow, node_key: key }),
          body: { template },
        });
      },
    }),
    [store, workflow, key, run],
  );
  const ownTool = slug === undefined ? "" : `workflow:${slug}`;
  return { type, variables, passVariables, errors, readOnly, ownTool, change, errorBranch, preview };
}
