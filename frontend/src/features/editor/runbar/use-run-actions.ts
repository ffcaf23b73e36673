/** Starting, stopping and putting away the editor's run. */

import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import { cancelRun } from "@/api/runs";
import type { JsonObject, Problem } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { initialInputs, missingInputs, startFields } from "@/components/run-inputs/start-fields";
import { useErrorText } from "@/components/use-error-text";
import { startKey } from "@/document/validate";
import { newRunKey } from "@/lib/new-run-key";
import type { Autosave } from "@/stores/autosave";
import type { DocumentStore } from "@/stores/document-store";
import type { RunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import { lastInputs, rememberInputs } from "./last-inputs";
import { forgetShownRun, rememberShownRun } from "./shown-run";

export type RunActions = {
  starting: boolean;
  /** Messages of the server about inputs, by field. */
  inputErrors: Readonly<Record<string, string>>;
  start(inputs: JsonObject, untilNode?: string): Promise<void>;
  /** Open the form of the inputs for a run, or for one that ends at a node. */
  ask(untilNode?: string): void;
  /** Key of the node at which the run ends that the form asks for. */
  askedUntil: string | undefined;
  /** Run with the last inputs; open the form when something required is missing. */
  startAgain(untilNode?: string): void;
  /** Run the one on the screen again from a node on, with the node's settings as they are now. */
  startFrom(key: string): Promise<void>;
  /** Show a stored run with its graph as it was, in the place of the draft. */
  showPast(runId: string): Promise<void>;
  cancel(): void;
  /** Put the run away; what is shown is the draft again. */
  clear(): void;
};

type Parts = {
  document: DocumentStore;
  run: RunStore;
  autosave: () => Autosave | null;
  /** Somebody who may look only. */
  isViewer: boolean;
};

export function useRunActions({ document, run, autosave, isViewer }: Parts): RunActions {
  const { t } = useTranslation("runbar");
  const errorText = useErrorText();
  const [starting, setStarting] = useState(false);
  const [askedUntil, setAskedUntil] = useState<string>();
  const [inputErrors, setInputErrors] = useState<Readonly<Record<string, string>>>({});

  const fail = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.problems.length > 0) showProblems(document, error.problems);
      setInputErrors(inputErrorsOf(error));
      notifyFailed(errorText(error));
    },
    [document, errorText],
  );

  const start = useCallback(
    async (inputs: JsonObject, untilNode?: string) => {
      const { workflowId } = document.getState();
      setStarting(true);
      try {
        await autosave()?.flush();
        if (document.getState().saveState !== "saved") {
          notifyFailed({ title: t("notSaved"), text: t("notSavedText") });
          return;
        }
        const mode = useUi.getState().runMode;
        const started = await ask("post", "/api/workflows/{workflow_id}/runs/", {
          params: { path: { workflow_id: workflowId }, header: { "Idempotency-Key": newRunKey() } },
          body: { inputs, mode, ...(untilNode === undefined ? {} : { until_node: untilNode }) },
        });
        rememberInputs(workflowId, inputs);
        rememberShownRun(workflowId, started.id);
        setInputErrors({});
        run.getState().load(started);
        useUi.getState().set({ dialog: null, dockOpen: true, dockTab: "trace" });
      } catch (error) {
        fail(error);
      } finally {
        setStarting(false);
      }
    },
    [document, run, autosave, fail, t],
  );

  const startFrom = useCallback(
    async (key: string) => {
      const { workflowId, nodes } = document.getState();
      const source = run.getState().run;
      const config = nodes[key]?.config;
      if (!source || !config) return;
      setStarting(true);
      try {
        const started = await ask("post", "/api/runs/{run_id}/fork/", {
          ...at({ run_id: source.id }),
          body: { from_node: key, configs: { [key]: config } },
        });
        rememberShownRun(workflowId, started.id);
        run.getState().load(started);
        useUi.getState().set({ dockOpen: true, dockTab: "trace" });
      } catch (error) {
        fail(error);
      } finally {
        setStarting(false);
      }
    },
    [document, run, fail],
  );

  const showPast = useCallback(
    async (runId: string) => {
      try {
        await run.getState().watch(runId);
      } catch (error) {
        return fail(error);
      }
      rememberShownRun(document.getState().workflowId, runId);
      // The draft must not change while it is out of sight.
      document.setState({ readOnly: true });
      useUi.getState().select([]);
      useUi.getState().set({ pastRunOpen: true, dockOpen: true, dockTab: "trace" });
    },
    [document, run, fail],
  );

  return useMemo(() => {
    const ask = (untilNode?: string) => {
      setAskedUntil(untilNode);
      useUi.getState().set({ dialog: "run" });
    };
    return {
      starting,
      ask,
      askedUntil,
      startFrom,
      showPast,
      inputErrors,
      start,
      startAgain: (untilNode) => {
        if (starting) return;
        const state = document.getState();
        const fields = startFields(state.nodes[startKey(state) ?? ""]);
        const last = lastInputs(state.workflowId);
        const inputs = initialInputs(fields, last);
        const mustAsk = fields.length > 0 && (last === null || missingInputs(fields, inputs).length > 0);
        if (mustAsk) ask(untilNode);
        else void start(inputs, untilNode);
      },
      cancel: () => {
        const id = run.getState().run?.id;
        if (id !== undefined) cancelRun(id).catch(fail);
      },
      clear: () => {
        forgetShownRun(document.getState().workflowId);
        run.getState().clear();
        document.setState({ readOnly: isViewer });
        // What was selected may not be in the draft.
        if (useUi.getState().pastRunOpen) useUi.getState().select([]);
        useUi.getState().set({ pastRunOpen: false });
      },
    };
  }, [starting, askedUntil, startFrom, showPast, inputErrors, start, document, run, fail, isViewer]);
}

function showProblems(document: DocumentStore, problems: readonly Problem[]): void {
  document.setState({ problems });
  useUi.getState().set({ dialog: null, dockOpen: true, dockTab: "problems" });
}

/** `/inputs/topic` counts for `topic`. */
function inputErrorsOf(error: ApiError): Readonly<Record<string, string>> {
  const inner = error.errors
    .filter(({ pointer }) => pointer.startsWith("/inputs/"))
    .map((item) => ({ ...item, pointer: item.pointer.slice("/inputs".length) }));
  return errorsByField(new ApiError(error.status, error.code, "", { errors: inner }));
}
