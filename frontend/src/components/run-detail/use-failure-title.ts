import { useTranslation } from "react-i18next";
import type { RunError } from "@/api/types";
import { stepsOf } from "@/runs/passes";
import { failurePlace } from "@/runs/payload";
import { useRun } from "@/stores/run-store";

/** Beginning of the sentence about a failure: the node at fault and its pass, or the run as a whole. */
export function useFailureTitle(error: RunError): string {
  const { t } = useTranslation("inspector");
  const place = failurePlace(error);
  const name = useRun((state) => (place === null ? undefined : state.labels[place.nodeKey]?.name));
  if (place === null || name === undefined) return t("failure.run");
  const passes = stepsOf(place.scope).map(({ index }) => ` #${index + 1}`);
  return t("failure.node", { name: name + passes.join("") });
}
