/** Run this node alone: inputs on the left, what came of it on the right, one key to do it again. */

import { Button, SegmentedControl } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { JsonObject, NodeDoc, RunMode } from "@/api/types";
import { useNodeTypes } from "@/api/workflows";
import { isInLayer } from "@/commands/keys";
import { EmptyState } from "@/components/empty-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { NodeRunDetail } from "@/components/run-detail/node-run-detail";
import { sampleInputs } from "@/components/run-inputs/sample-inputs";
import { startFields } from "@/components/run-inputs/start-fields";
import { useSampleWords } from "@/components/run-inputs/use-sample-words";
import { indexNodeTypes } from "@/document/types";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { DebugInputEditor } from "./debug-input-editor";
import { type DebugInput, debugInputs } from "./debug-inputs";
import classes from "./inspector.module.css";
import { useDebugRun } from "./use-debug-run";
import { useLastOutputs } from "./use-last-outputs";

const NARROW_PX = 560;

type Props = { node: NodeDoc };

export function DebugTab({ node }: Props) {
  const { t } = useTranslation("inspector");
  const types = useNodeTypes().data;
  const graph = useDocument(
    useShallow((state) => ({ nodes: state.nodes, order: state.order, edges: state.edges })),
  );
  const narrow = useUi((state) => state.panelWidth < NARROW_PX);
  const last = useLastOutputs();
  const [typed, setTyped] = useState<Record<string, JsonObject>>({});
  const [mode, setMode] = useState<RunMode>("live");
  const { view, runId, running, failure, start, cancel } = useDebugRun(node);
  const inputs = useMemo(() => {
    const found = debugInputs(graph, indexNodeTypes(types ?? []), node.key, last);
    return found.map((input) => ({ ...input, value: typed[input.key] ?? input.value }));
  }, [graph, types, node.key, last, typed]);
  const words = useSampleWords();
  const sampleOf = ({ key, isStart }: DebugInput) => {
    const fields = startFields(graph.nodes[key]);
    if (!isStart || fields.length === 0) return null;
    return () => setTyped((before) => ({ ...before, [key]: sampleInputs(fields, words) }));
  };
  const run = () => {
    if (!running) void start(inputs, mode);
  };
  useHotkeys(
    [
      [
        "mod+shift+Enter",
        ({ target }) => {
          if (!isInLayer(target)) run();
        },
      ],
    ],
    [],
    true,
  );
  return (
    <>
      <div className={classes.debugBar}>
        {running ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="player-stop" size={14} />}
            onClick={cancel}
          >
            {t("stop")}
          </Button>
        ) : (
          <Button
            size="xs"
            leftSection={<Icon name="player-play" size={14} />}
            onClick={run}
            title={t("runNodeKey")}
          >
            {t("runNode")}
          </Button>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t("mode")}
          value={mode}
          onChange={(value) => setMode(value === "test" ? "test" : "live")}
          data={[
            { value: "live", label: t("toolsLive") },
            { value: "test", label: t("toolsTest") },
          ]}
        />
      </div>
      <div className={classes.debug} data-narrow={narrow || undefined}>
        <section aria-label={t("inputs")}>
          <h2 className={classes.label}>{t("inputs")}</h2>
          {inputs.length === 0 && <p className={classes.quiet}>{t("noInputs")}</p>}
          {inputs.map((input) => (
            <DebugInputEditor
              key={`${node.key}-${input.key}`}
              input={input}
              edited={input.key in typed}
              onChange={(value) => setTyped((before) => ({ ...before, [input.key]: value }))}
              onSample={sampleOf(input)}
              onReset={() => setTyped(({ [input.key]: _gone, ...rest }) => rest)}
            />
          ))}
        </section>
        <section aria-label={t("outcome")} aria-live="polite">
          <h2 className={classes.label}>{t("outcome")}</h2>
          <FormError error={failure} />
          {!failure && view && <NodeRunDetail node={view} runId={runId} />}
          {!failure && !view && (
            <EmptyState icon="player-play" title={t("notRunYet")} text={t("notRunYetText")} />
          )}
        </section>
      </div>
    </>
  );
}
