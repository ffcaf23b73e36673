/** The file that an output node wrote, to be downloaded. */

import { FileCard } from "@/components/value-view/file-card";
import type { NodeRunView } from "@/runs/state";
import { useRun } from "@/stores/run-store";

export function WrittenFile({ node }: { node: NodeRunView }) {
  const runId = useRun((state) => state.run?.id);
  const name = writtenFileOf(node);
  if (!runId || name === null) return null;
  const query = node.scope === "" ? "" : `?${new URLSearchParams({ scope: node.scope })}`;
  const href = `/api/runs/${runId}/nodes/${node.key}/file/${query}`;
  const type = typeof node.output?.format === "string" ? node.output.format : "";
  return <FileCard file={{ name, type, size: null, href, isPicture: false }} />;
}

/** Name of the file that the node has written, or null. */
export function writtenFileOf({ type, status, output }: NodeRunView): string | null {
  const isWritten = type === "output" && status === "succeeded";
  return isWritten && typeof output?.fileName === "string" ? output.fileName : null;
}
