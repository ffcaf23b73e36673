import { useTranslation } from "react-i18next";
import { isFinal } from "@/components/status";
import classes from "@/features/runs/run-page.module.css";
import { useNewestRun, useRun } from "@/stores/run-store";

/** Says when the page may be behind; silent while all is well. */
export function ConnectionNote() {
  const { t } = useTranslation("runs");
  const isOpen = useNewestRun((state) => state.status !== null && !isFinal(state.status));
  const connection = useRun((state) => state.connection);
  if (!isOpen || connection === "live" || connection === "polling" || connection === "idle") return null;
  return (
    <span className={classes.connection} role="status">
      {t(
        connection === "closed"
          ? "run.unfollowed"
          : connection === "offline"
            ? "run.offline"
            : "run.connecting",
      )}
    </span>
  );
}
