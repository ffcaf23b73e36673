/** Live preview of a node with the values of the last run, before and after a change. */

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { Json, NodeDoc } from "@/api/types";
import { ValueView } from "@/components/value-view/value-view";
import { useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";
import classes from "./inspector.module.css";
import { useEndedRun } from "./use-last-outputs";

const PAUSE_MS = 500;

export function LiveOutcome({ node }: { node: NodeDoc }) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflowId);
  const run = useEndedRun();
  const [config] = useDebouncedValue(node.config, PAUSE_MS);
  const query = useQuery({
    queryKey: ["outcome", workflow, node.key, run, config],
    queryFn: async ({ signal }) => {
      // The server knows only nodes that have reached it.
      await whenSaved(store);
      return ask("post", "/api/workflows/{workflow_id}/nodes/{node_key}/outcome/", {
        ...at({ workflow_id: workflow, node_key: node.key }),
        body: { config },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  });
  if (!query.data) return null;
  const { inputs, output, problem, count_before: count } = query.data;
  const after = (output.items ?? output) as Json;
  return (
    <section className={classes.outcome} aria-label={t("liveOutcome.title")}>
      <h3>{t("liveOutcome.title")}</h3>
      {problem && <p className={classes.quiet}>{local(problem)}</p>}
      {count !== null && (
        <details>
          <summary>{t("liveOutcome.before", { count })}</summary>
          <ValueView value={inputs.items as Json} />
        </details>
      )}
      {!problem && (
        <details open>
          <summary>
            {typeof output.count === "number"
              ? t("liveOutcome.afterItems", { count: output.count })
              : t("liveOutcome.after")}
          </summary>
          <ValueView value={after} />
        </details>
      )}
    </section>
  );
}
