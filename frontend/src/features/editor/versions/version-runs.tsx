import { Button, Popover } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ask } from "@/api/http";
import type { JsonObject } from "@/api/types";
import { startFields } from "@/components/run-inputs/start-fields";
import { useSave } from "@/components/use-save";
import type { GraphDocument } from "@/document/types";
import { startKey } from "@/document/validate";
import { notifyHint } from "@/features/editor/notify-hint";
import { RunForm } from "@/features/editor/runbar/run-form";
import { newRunKey } from "@/lib/new-run-key";
import type { Side } from "./side";

const NO_ERRORS = {};

type RunProps = { workflowId: string; number: number; graph: GraphDocument };

/** Runs a version, after its inputs were asked for, and opens that run. */
export function RunVersion({ workflowId, number, graph }: RunProps) {
  const { t } = useTranslation("versions");
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const fields = startFields(graph.nodes[startKey(graph) ?? ""]);
  const start = useSave(
    (inputs: JsonObject) =>
      ask("post", "/api/workflows/{workflow_id}/runs/", {
        params: { path: { workflow_id: workflowId }, header: { "Idempotency-Key": newRunKey() } },
        body: { inputs, version: number },
      }),
    { onSuccess: (run) => navigate(`/runs/${run.id}`) },
  );
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus width={360}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          loading={start.isPending}
          onClick={() => (fields.length > 0 ? setAsking(true) : start.mutate({}))}
        >
          {t("run")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <RunForm
          fields={fields}
          errors={NO_ERRORS}
          starting={start.isPending}
          onRun={(inputs) => start.mutate(inputs)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

type CompareProps = { workflowId: string; before: Side; after: Side };

/** Puts the last run of one version beside the last one of another. */
export function CompareRuns({ workflowId, before, after }: CompareProps) {
  const { t } = useTranslation("versions");
  const navigate = useNavigate();
  const open = useSave(async ([left, right]: [number, number]) => {
    const [one, other] = await Promise.all([left, right].map((number) => lastRunOf(workflowId, number)));
    if (one && other) await navigate(`/runs/${one}/compare?with=${other}`);
    else notifyHint(t("neverRun", { number: one ? right : left }));
  });
  if (before === "draft" || after === "draft") return null;
  return (
    <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate([before, after])}>
      {t("compareRuns")}
    </Button>
  );
}

async function lastRunOf(workflow: string, version: number): Promise<string | undefined> {
  const { results } = await ask("get", "/api/runs/", {
    params: { query: { workflow, version, kind: "run" } },
  });
  return results[0]?.id;
}
