/** Link to the origin of a failure: for a container a node in one of its passes. */

import { useTranslation } from "react-i18next";
import type { RunError } from "@/api/types";
import { TextButton } from "@/components/text-button";
import { stepsOf } from "@/runs/passes";
import { failurePlace } from "@/runs/payload";
import { useRun, useRunStore } from "@/stores/run-store";
import { openNode } from "@/stores/ui-store";
import classes from "./run-detail.module.css";

/** `at` is the node with the panel that contains this, which needs no link. */
export function FailurePlace({ error, at }: { error: RunError; at?: string }) {
  const { t } = useTranslation("inspector");
  const store = useRunStore();
  const place = failurePlace(error);
  const name = useRun((state) => (place === null ? undefined : state.labels[place.nodeKey]?.name));
  if (place === null || name === undefined || place.nodeKey === at) return null;
  const passes = stepsOf(place.scope).map(({ index }) => ` #${index + 1}`);
  return (
    <TextButton
      className={classes.place}
      onClick={() => {
        store.getState().pickScope(place.scope);
        openNode(place.nodeKey, "output");
      }}
    >
      {t("showFailed", { name: name + passes.join("") })}
    </TextButton>
  );
}
