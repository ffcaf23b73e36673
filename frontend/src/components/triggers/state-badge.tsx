import { useTranslation } from "react-i18next";
import classes from "@/components/status.module.css";
import { STATE_COLOURS, type TriggerState } from "./trigger-state";

/** State of a trigger, as a word and colour. */
export function StateBadge({ state }: { state: TriggerState }) {
  const { t } = useTranslation("triggers");
  return (
    <span className={classes.badge} data-status={STATE_COLOURS[state]}>
      <span>{t(`state.${state}`)}</span>
    </span>
  );
}
