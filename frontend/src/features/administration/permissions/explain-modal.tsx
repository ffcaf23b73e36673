import { Autocomplete, Button, Collapse, Group, Modal, Select, Stack, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorsByField } from "@/api/errors";
import { type ExplanationsQuery, ruleAddress, useExplanations, useRuleWorkflows } from "@/api/policies";
import type { PermissionMatrix } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { SubmitButton } from "@/components/submit-button";
import { useLocalText } from "@/i18n/local-text";
import { effectIcon } from "./effect-menu";
import classes from "./permissions.module.css";

type Props = {
  matrix: PermissionMatrix;
  /** The cell that it was opened from. */
  asked: ExplanationsQuery | null;
  onClose: () => void;
};

/** Explains who may use a tool, or what a person may use, and which rule decides. */
export function ExplainModal({ matrix, asked: initial, onClose }: Props) {
  const { t } = useTranslation("administration-permissions");
  const local = useLocalText();
  const [fields, setFields] = useState<ExplanationsQuery>(initial ?? {});
  const [asked, setAsked] = useState(initial);
  const [showsMore, setShowsMore] = useState(false);
  const found = useExplanations(asked);
  const workflows = useRuleWorkflows();
  const change = (changes: ExplanationsQuery) => setFields({ ...fields, ...changes });
  const tools = matrix.sections.flatMap((section) => section.tools).filter(({ is_tool }) => is_tool);
  const rows = found.data?.rows ?? [];
  const errors = found.isError ? errorsByField(found.error) : {};
  const submit = () => {
    const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== null);
    setAsked(Object.fromEntries(given));
  };
  return (
    <Modal opened onClose={onClose} title={t("explain.title")} size={640}>
      <Form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {found.isError && Object.keys(errors).length === 0 && <FormError error={found.error} />}
          <Autocomplete
            label={t("explain.user")}
            placeholder={t("explain.everybody")}
            openOnFocus={false}
            data={[...new Set(rows.map(({ username }) => username))]}
            value={fields.user ?? ""}
            onChange={(user) => change({ user })}
            error={errors.user}
          />
          <Select
            label={t("tool")}
            placeholder={t("explain.everyTool")}
            searchable
            clearable
            openOnFocus={false}
            data={tools.map(({ pattern, title, about }) => ({
              value: pattern,
              label: [local(title), about].filter(Boolean).join(" · "),
            }))}
            value={fields.tool ?? null}
            onChange={(tool) => change({ tool: tool ?? "" })}
            error={errors.tool}
          />
          <Select
            label={t("role")}
            placeholder={t("anyRole")}
            clearable
            data={matrix.roles.flatMap(({ id, name }) =>
              id === null ? [] : { value: String(id), label: name },
            )}
            value={fields.role ? String(fields.role) : null}
            onChange={(role) => change({ role: role === null ? null : Number(role) })}
          />
          <Collapse expanded={showsMore}>
            <Stack gap="sm">
              <Select
                label={t("explain.workflow")}
                placeholder={t("explain.noWorkflow")}
                searchable
                clearable
                openOnFocus={false}
                data={workflows.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
                value={fields.workflow ?? null}
                onChange={(workflow) => change({ workflow: workflow ?? "" })}
                error={errors.workflow}
              />
              <Select
                label={t("explain.mode")}
                data={(["live", "test"] as const).map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
                value={fields.mode ?? "live"}
                onChange={(mode) => change({ mode: mode === "test" ? "test" : "live" })}
              />
              <Textarea
                label={t("explain.arguments")}
                description={t("explain.argumentsHelp")}
                placeholder='{"method": "DELETE"}'
                autosize
                minRows={2}
                maxRows={8}
                spellCheck={false}
                value={fields.arguments ?? ""}
                onChange={(event) => change({ arguments: event.currentTarget.value })}
                error={errors.arguments}
              />
              <Switch
                label={t("explain.untrusted")}
                checked={fields.untrusted ?? false}
                onChange={(event) => change({ untrusted: event.currentTarget.checked })}
              />
            </Stack>
          </Collapse>
          <Group justify="space-between">
            <Button variant="subtle" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
              {t(showsMore ? "explain.less" : "explain.more")}
            </Button>
            <SubmitButton loading={found.isFetching}>{t("explain.button")}</SubmitButton>
          </Group>
        </Stack>
      </Form>
      {found.isPending && asked !== null && <PageSkeleton rows={3} />}
      {found.data && rows.length === 0 && (
        <EmptyState icon="users" title={t("explain.empty")} text={t("explain.emptyText")} />
      )}
      <ul className={classes.answers} aria-label={t("explain.title")}>
        {rows.map(({ username, tool, title, effect, rule, reason }) => (
          <li key={`${username} ${tool}`} className={classes.answer}>
            <div className={classes.answerHead}>
              <span>{`${username} · ${local(title)}`}</span>
              <span className={classes.decision} data-effect={effect}>
                <Icon name={effectIcon(effect)} />
                {t(`decision.${effect}`)}
              </span>
            </div>
            <p className={classes.reason}>
              {local(reason)}{" "}
              {rule && (
                <Link to={ruleAddress(rule)} onClick={onClose}>
                  {t("openRule")}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      {found.data?.most_people && (
        <p className={classes.reason}>{t("explain.cut", { count: found.data.most_people })}</p>
      )}
    </Modal>
  );
}
