/** The editor of one workflow: loads it, then hands over to the open editor. */

import { useParams } from "react-router";
import { useGraph, useNodeTypes, useWorkflow } from "@/api/queries/workflows";
import { ErrorState } from "@/components/error-state";
import { EditorSkeleton } from "./editor-skeleton";
import { OpenEditor } from "./open-editor";

export function EditorPage() {
  const { id = "" } = useParams();
  const workflow = useWorkflow(id);
  const graph = useGraph(id);
  const types = useNodeTypes();
  const failed = [workflow, graph, types].find((query) => query.isError);
  if (failed)
    return <ErrorState error={failed.error} list="workflows" onRetry={() => void failed.refetch()} />;
  if (!workflow.data || !graph.data || !types.data) return <EditorSkeleton />;
  return <OpenEditor key={id} workflow={workflow.data} graph={graph.data} />;
}
