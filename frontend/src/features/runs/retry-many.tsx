/** Runs failed runs again, the selected ones or all of the filter, and shows how far that is and what was refused. */

import { Button, Modal, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RunSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import type { Filter } from "@/features/runs/run-filter";
import classes from "@/features/runs/runs.module.css";
import { failedRuns, MOST_RETRIED, useRetryMany } from "@/features/runs/use-retry-many";

type Props = { filter: Filter; selected: readonly RunSummary[]; onDone: () => void };

export function RetryMany({ filter, selected, onDone }: Props) {
  const { t } = useTranslation("runs");
  const errorText = useErrorText();
  const { progress, start, stop, close } = useRetryMany();
  const all = useSave(() => failedRuns(filter), { onSuccess: (runs) => start(runs) });
  const done = progress ? progress.started + progress.refused.length : 0;
  const leave = () => {
    stop();
    close();
    onDone();
  };
  return (
    <div className={classes.many}>
      {selected.length > 0 && (
        <Button
          size="xs"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void start(selected)}
        >
          {t("many.selected", { count: selected.length })}
        </Button>
      )}
      <Button size="xs" variant="default" loading={all.isPending} onClick={() => all.mutate()}>
        {t("many.all", { count: MOST_RETRIED })}
      </Button>
      <Modal opened={progress !== null} onClose={leave} title={t("many.title")} closeOnClickOutside={false}>
        {progress && (
          <>
            <Progress
              value={progress.total === 0 ? 100 : (done / progress.total) * 100}
              aria-label={t("many.title")}
              transitionDuration={120}
            />
            <p role="status">
              {t("many.progress", { started: progress.started, total: progress.total })}
              {progress.isOver && done < progress.total && ` ${t("many.stopped")}`}
            </p>
            {progress.refused.length > 0 && (
              <>
                <h3 className={classes.refusedTitle}>
                  {t("many.refused", { count: progress.refused.length })}
                </h3>
                <ul className={classes.refused}>
                  {progress.refused.map(({ run, error }) => (
                    <li key={run.id}>
                      <Link to={`/runs/${run.id}`}>{run.workflow.name}</Link> {errorText(error).text}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <Button variant="default" onClick={progress.isOver ? leave : stop}>
              {t(progress.isOver ? "many.close" : "many.stop")}
            </Button>
          </>
        )}
      </Modal>
    </div>
  );
}
