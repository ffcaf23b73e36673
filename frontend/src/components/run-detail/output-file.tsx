/** The file that an output node wrote, as a download. */

import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import type { NodeRunView } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import classes from "./run-detail.module.css";

export function OutputFile({ node }: { node: NodeRunView }) {
  const { t } = useTranslation("inspector");
  const runId = useRun((state) => state.run?.id);
  const name = fileOf(node);
  if (!runId || name === null) return null;
  const query = node.scope === "" ? "" : `?${new URLSearchParams({ scope: node.scope })}`;
  return (
    <Anchor
      className={classes.file}
      href={`/api/runs/${runId}/nodes/${node.key}/file/${query}`}
      download={name}
    >
      <Icon name="download" size={14} />
      {t("download", { name })}
    </Anchor>
  );
}

/** Name of the file that the node has written, or null. */
export function fileOf({ type, status, output }: NodeRunView): string | null {
  const isWritten = type === "output" && status === "succeeded";
  return isWritten && typeof output?.fileName === "string" ? output.fileName : null;
}
