import { ActionIcon, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WorkflowTest } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { TextButton } from "@/components/text-button";
import { TestBadge } from "@/features/testing/test-badge";
import { TestDetail } from "@/features/testing/test-detail";
import { TestEditor } from "@/features/testing/test-editor";
import classes from "@/features/testing/testing.module.css";
import type { TestActions } from "@/features/testing/use-test-actions";

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
          <ActionIcon aria-label={t("menu", { name: test.name })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <Menu.Item leftSection={<Icon name="pencil" />} onClick={editor.open}>
              {t("edit")}
            </Menu.Item>
          )}
          {test.source_run && (
            <Menu.Item component={Link} to={`/runs/${test.source_run}`} leftSection={<Icon name="history" />}>
              {t("source")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name="file-export" />}
            onClick={() => actions.exportFile.mutate(test)}
          >
            {t("export")}
          </Menu.Item>
          {canEdit && (
            <Menu.Item leftSection={<Icon name="trash" />} onClick={deletion.open}>
              {t("delete")}
            </Menu.Item>
          )}
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
