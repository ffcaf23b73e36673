import { Button, Popover } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import type { JsonObject } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { startFields } from "@/components/run-inputs/start-fields";
import { useErrorText } from "@/components/use-error-text";
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
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const fields = startFields(graph.nodes[startKey(graph) ?? ""]);
  const start = useMutation({
    mutationFn: (inputs: JsonObject) =>
      api.workflows.startRun(workflowId, { inputs, version: number }, newRunKey()),
    onSuccess: (run) => navigate(`/runs/${run.id}`),
    onError: (error) => notifyFailed(errorText(error)),
  });
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
  const errorText = useErrorText();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: async ([left, right]: [number, number]) => {
      const [one, other] = await Promise.all([left, right].map((number) => lastRunOf(workflowId, number)));
      if (one && other) await navigate(`/runs/${one}/compare?with=${other}`);
      else notifyHint(t("neverRun", { number: one ? right : left }));
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  if (before === "draft" || after === "draft") return null;
  return (
    <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate([before, after])}>
      {t("compareRuns")}
    </Button>
  );
}

async function lastRunOf(workflow: string, version: number): Promise<string | undefined> {
  const { results } = await api.runs.list({ workflow, version, kind: "run" });
  return results[0]?.id;
}
