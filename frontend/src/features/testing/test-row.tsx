import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useTestResults } from "@/api/tests";
import type { TestFinding, WorkflowTest } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { MenuItem } from "@/components/menu-item";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { TextButton } from "@/components/text-button";
import { ValueView } from "@/components/value-view/value-view";
import { TestBadge } from "@/features/testing/test-badge";
import { TestEditor } from "@/features/testing/test-editor";
import classes from "@/features/testing/testing.module.css";
import type { TestActions } from "@/features/testing/use-test-actions";
import { useLocalText } from "@/i18n/local-text";

type Props = { test: WorkflowTest; actions: TestActions; canEdit: boolean };

export function TestRow({ test, actions, canEdit }: Props) {
  const { t } = useTranslation("testing");
  const [isOpen, setOpen] = useState(false);
  const result = test.last_result;
  return (
    <>
      <tr>
        <td>
          <p className={classes.name}>
            <TextButton underline="hover" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {test.name}
            </TextButton>
          </p>
          <span className={classes.quiet}>{t("demands", { count: test.assertions.length })}</span>
        </td>
        <td>
          {result ? (
            <TestBadge status={result.status} />
          ) : (
            <span className={classes.quiet}>{t("never")}</span>
          )}{" "}
          {result && result.findings.length > 0 && (
            <span className={classes.quiet}>{t("differences", { count: result.findings.length })}</span>
          )}
        </td>
        <td className={classes.quiet}>{result && <RelativeTime iso={result.created_at} />}</td>
        <td>
          <span className={classes.actions}>
            {canEdit && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon name="player-play" size={14} />}
                loading={actions.replay.isPending && actions.replay.variables.includes(test)}
                onClick={() => actions.replay.mutate([test])}
              >
                {t("run")}
              </Button>
            )}
            <TestMenu test={test} actions={actions} canEdit={canEdit} />
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.below}>
          <td colSpan={4}>
            <TestDetail test={test} />
          </td>
        </tr>
      )}
    </>
  );
}

function TestMenu({ test, actions, canEdit }: Props) {
  const { t } = useTranslation("testing");
  const [editing, editor] = useDisclosure(false);
  const [deleting, deletion] = useDisclosure(false);
  return (
    <>
      <Menu width={180} position="bottom-end">
        <Menu.Target>
          <IconButton icon="dots" label={t("menu", { name: test.name })} />
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && <MenuItem icon="pencil" label={t("edit")} onClick={editor.open} />}
          {test.source_run && <MenuItem icon="history" label={t("source")} to={`/runs/${test.source_run}`} />}
          <MenuItem icon="file-export" label={t("export")} onClick={() => actions.exportFile.mutate(test)} />
          {canEdit && <MenuItem icon="trash" label={t("delete")} onClick={deletion.open} />}
        </Menu.Dropdown>
      </Menu>
      {editing && <TestEditor test={test} onClose={editor.close} onSaved={actions.refresh} />}
      <ConfirmModal
        opened={deleting}
        title={t("deleteTitle", { name: test.name })}
        confirmLabel={t("deleteConfirm")}
        onConfirm={() => actions.remove.mutate(test.id)}
        onClose={deletion.close}
      >
        {t("deleteText")}
      </ConfirmModal>
    </>
  );
}

/** The differences of the last replay, and what came of earlier ones. */
function TestDetail({ test }: { test: WorkflowTest }) {
  const { t } = useTranslation("testing");
  const results = useTestResults(test.id);
  return (
    <>
      {test.last_result && <TestFindings findings={test.last_result.findings} />}
      <QueryState query={results} pending={<PageSkeleton rows={1} />} />
      {results.data && results.data.length > 0 && (
        <>
          <p className={classes.quiet}>{t("history")}</p>
          <ul className={classes.findings}>
            {results.data.map((result) => (
              <li key={result.id} className={classes.actions}>
                <TestBadge status={result.status} />
                <span className={classes.quiet}>
                  <RelativeTime iso={result.created_at} />
                  {result.created_by && ` · ${result.created_by.username}`}
                </span>
                {result.run && <Link to={`/runs/${result.run}`}>{t("replay")}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Differences found by a replay: a description and both values. */
function TestFindings({ findings }: { findings: readonly TestFinding[] }) {
  const { t } = useTranslation("testing");
  const local = useLocalText();
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.code}:${finding.node}:${finding.scope}:${finding.round}:${finding.index}`}>
          <p className={classes.message}>{local(finding.message)}</p>
          <div className={classes.sides}>
            {([finding.recorded, finding.found] as const).map((side, at) => (
              <div key={at === 0 ? "recorded" : "found"} className={classes.side}>
                <p className={classes.sideTitle}>{t(at === 0 ? "recorded" : "found")}</p>
                {side === null ? (
                  <span className={classes.quiet}>{t("nothing")}</span>
                ) : (
                  <ValueView value={side} />
                )}
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
