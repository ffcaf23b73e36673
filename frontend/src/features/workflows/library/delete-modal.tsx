import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowCallers, WorkflowSummary } from "@/api/types";
import { useWorkflowCallers } from "@/api/workflows";
import { ConfirmModal } from "@/components/confirm-modal";
import { QueryState } from "@/components/query-list";
import classes from "@/features/workflows/library/library.module.css";
import { useLibraryChanges } from "@/features/workflows/library/use-library-changes";

type Props = { workflows: readonly WorkflowSummary[]; onClose: () => void };

/** Asks once before workflows go, and says which are published and what would miss them. Others' workflows stay. */
export function DeleteModal({ workflows, onClose }: Props) {
  const { t } = useTranslation("workflows");
  const mine = workflows.filter(({ role }) => role === "owner");
  const foreign = workflows.length - mine.length;
  const ids = mine.map(({ id }) => id);
  const callers = useWorkflowCallers(ids);
  const { remove } = useLibraryChanges();
  const [first] = mine;
  const title =
    mine.length === 1
      ? t("delete.title", { name: first?.name })
      : t("delete.titleOfMany", { count: mine.length });
  return (
    <ConfirmModal
      title={title}
      confirmLabel={t("delete.confirm", { count: mine.length })}
      loading={remove.isPending}
      disabled={callers.isPending || mine.length === 0}
      onConfirm={() => remove.mutate(ids, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t("delete.text", { count: mine.length })}
      </Text>
      {foreign > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("delete.foreign", { count: foreign })}
        </Text>
      )}
      <QueryState query={callers} pending={<Skeleton height={44} mt="sm" />} />
      {callers.data && <DoomedList workflows={mine} rows={callers.data} />}
    </ConfirmModal>
  );
}

/** Names of workflows to delete; a single unused one is in the title, without a list. */
function DoomedList({ workflows, rows }: { workflows: WorkflowSummary[]; rows: WorkflowCallers[] }) {
  const { t } = useTranslation("workflows");
  const callersOf = (id: string) => {
    const found = rows.find((row) => row.id === id)?.callers ?? [];
    return [...new Set(found.map(({ name }) => name))];
  };
  const [only] = workflows;
  const isPlain = workflows.length === 1 && only && only.published_version === null && !callersOf(only.id)[0];
  if (isPlain) return null;
  return (
    <ul className={classes.doomed}>
      {workflows.map(({ id, name, published_version: version }) => {
        const callers = callersOf(id);
        return (
          <li key={id}>
            <div className={classes.doomedName}>
              <span className="fl-clip">{name}</span>
              {version !== null && <span className={classes.published}>{t("delete.published")}</span>}
            </div>
            {callers.length > 0 && (
              <p className={classes.callers}>
                {t("delete.callers", { count: callers.length, names: callers.join(t("delete.separator")) })}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
