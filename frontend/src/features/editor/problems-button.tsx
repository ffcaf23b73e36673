import { Button, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { useProblems } from "@/hooks/use-problems";
import { useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

/** Number of problems; opens the list. Hidden without problems. */
export function ProblemsButton() {
  const { t } = useTranslation("editor");
  const problems = useProblems();
  const set = useUi((state) => state.set);
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const label = t("problems", { count: problems.length });
  return (
    <Tooltip label={label}>
      <Button
        size="xs"
        variant="subtle"
        px={8}
        aria-label={label}
        className={classes.problems}
        data-severity={hasErrors ? "error" : "warning"}
        leftSection={<Icon name={hasErrors ? "alert-circle" : "alert-triangle"} size={15} />}
        onClick={() => set({ dockOpen: true, dockTab: "problems", opening: "dock" })}
      >
        <span className="fl-tabular">{problems.length}</span>
      </Button>
    </Tooltip>
  );
}
