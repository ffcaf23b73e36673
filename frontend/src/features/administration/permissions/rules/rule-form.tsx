import { Button, Collapse, JsonInput, Modal, Select, Stack, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import { ToolPolicyWrite as LIMITS } from "@/api/limits.gen";
import { useRuleWorkflows } from "@/api/policies";
import { ASK_TIMEOUT_S, LONGEST_ASK_S } from "@/api/rules.gen";
import type { PermissionMatrix, ToolPolicy, ToolPolicyWrite } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { NumberField } from "@/components/number-field";
import { useSave } from "@/components/use-save";
import { isEqualJson } from "@/lib/equal-json";
import { readJsonObject } from "@/lib/json";
import { ConditionFields, type RuleCondition, typedClauses } from "./condition-fields";
import { useToolOptions } from "./rule-words";
import classes from "./rules.module.css";

const PATTERN = /^[\w.:*-]+$/;
const EFFECTS = ["allow", "ask", "deny", "mock"] as const;
/** Past calls that a rule is tried on. */
const TRIED_CALLS = 1000;

type Draft = RuleCondition &
  Pick<
    ToolPolicy,
    | "role"
    | "tool_pattern"
    | "workflow"
    | "mode"
    | "effect"
    | "args_untrusted"
    | "ask_timeout_s"
    | "ask_someone_else"
  > & { note: string; mock: string };

const draftOf = (rule: ToolPolicy | null): Draft => ({
  role: rule?.role ?? null,
  tool_pattern: rule?.tool_pattern ?? "",
  workflow: rule?.workflow ?? null,
  mode: rule?.mode ?? "",
  effect: rule?.effect ?? "ask",
  clauses: rule?.clauses ?? [],
  when: rule?.when ?? "",
  isCel: rule?.clauses === null,
  args_untrusted: rule?.args_untrusted ?? false,
  ask_timeout_s: rule?.ask_timeout_s ?? ASK_TIMEOUT_S,
  ask_someone_else: rule?.ask_someone_else ?? false,
  note: rule?.note ?? "",
  mock: rule?.mock_result ? JSON.stringify(rule.mock_result, null, 2) : "",
});

/** The rule as it is sent; a condition that was not touched retains its spelling. */
function bodyOf(draft: Draft, rule: ToolPolicy | null): ToolPolicyWrite {
  const { clauses: _, when, isCel, mock, ...others } = draft;
  const clauses = typedClauses(draft);
  const isKept = rule !== null && isEqualJson(clauses, rule.clauses);
  const condition = isCel ? { when } : isKept ? { when: rule.when } : { clauses };
  const mocked = draft.effect === "mock" ? readJsonObject(mock) : (rule?.mock_result ?? null);
  return { ...others, ...condition, mock_result: mocked };
}

type Props = {
  matrix: PermissionMatrix;
  /** Null for a new one. */
  rule: ToolPolicy | null;
  onClose: () => void;
  onSaved: (rule: ToolPolicy) => void;
};

/** A rule, built as a sentence. What others change meanwhile is refused at saving, by the revision that was opened. */
export function RuleForm({ matrix, rule: given, onClose, onSaved }: Props) {
  const { t } = useTranslation("administration-permissions");
  const tools = useToolOptions(matrix);
  const workflows = useRuleWorkflows().data ?? [];
  const [rule] = useState(given);
  const [draft, setDraft] = useState(() => draftOf(rule));
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});
  const [search, setSearch] = useState("");
  const [showsMore, setShowsMore] = useState(
    draft.workflow !== null || draft.mode !== "" || draft.args_untrusted,
  );
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setFaults({});
    trial.reset();
  };
  const refresh = useRefresh();
  const refuse = (error: unknown) => {
    setFaults(errorsByField(error));
    // Where others were first, it is opened again as it is now.
    refresh("/api/tools/policies/");
  };
  const save = useSave(
    () => {
      const body = bodyOf(draft, rule);
      return rule === null
        ? ask("post", "/api/tools/policies/", { body })
        : ask("patch", "/api/tools/policies/{policy_id}/", {
            ...at({ policy_id: rule.id }),
            body: { ...body, revision: rule.revision },
          });
    },
    {
      refreshes: ["/api/tools/policies/*"],
      onError: refuse,
      onSuccess: (saved) => {
        const { hosts_left_open: hosts } = saved;
        const host = hosts.join(", ");
        notifyDone(
          hosts.length > 0 ? t("rule.hostsLeftOpen", { host, count: hosts.length }) : t("rule.saved"),
        );
        onSaved(saved);
      },
    },
  );
  const trial = useSave(
    () =>
      ask("post", "/api/tools/policies/dry-run/", {
        body: { ...bodyOf(draft, rule), ...(rule && { replaces: rule.id }), last: TRIED_CALLS },
      }),
    { onError: refuse },
  );
  const isComplete = () => {
    const found = {
      ...(draft.tool_pattern === "" && { tool_pattern: t("rule.toolMissing") }),
      ...(draft.effect === "mock" &&
        draft.mock.trim() !== "" &&
        readJsonObject(draft.mock) === null && { mock_result: t("rule.mockBroken") }),
    };
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete()) save.mutate();
  };
  const known = [draft.tool_pattern, PATTERN.test(search) ? search : ""].filter(
    (pattern) => pattern !== "" && !tools.some(({ value }) => value === pattern),
  );
  const gone = draft.workflow !== null && !workflows.some(({ id }) => id === draft.workflow);
  const { error: failure } = save.error ? save : trial;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(rule === null ? "rule.add" : "rule.edit")}
      size={640}
      closeOnEscape={!save.isPending}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            label={t("rule.when")}
            placeholder={t("anyRole")}
            searchable
            clearable
            openOnFocus={false}
            nothingFoundMessage={t("rule.noRole")}
            data={matrix.roles.flatMap(({ id, name }) => (id === null ? [] : [name]))}
            value={draft.role}
            onChange={(role) => change({ role })}
            error={faults.role}
          />
          <Select
            label={t("rule.calls")}
            description={t("rule.callsHelp")}
            placeholder={t("rule.callsPlaceholder")}
            data-autofocus
            searchable
            openOnFocus={false}
            allowDeselect={false}
            limit={100}
            data={[...tools, ...[...new Set(known)].map((value) => ({ value, label: value }))]}
            value={draft.tool_pattern || null}
            onSearchChange={setSearch}
            onChange={(pattern) => change({ tool_pattern: pattern ?? "" })}
            error={faults.tool_pattern}
          />
          <ConditionFields
            value={draft}
            onChange={change}
            fault={faults.when}
            onFault={(when) => setFaults({ when })}
          />
          <Select
            label={t("rule.effect")}
            allowDeselect={false}
            data={EFFECTS.map((value) => ({ value, label: t(`effect.${value}`) }))}
            value={draft.effect}
            onChange={(value) => change({ effect: EFFECTS.find((one) => one === value) ?? "ask" })}
            error={faults.effect}
          />
          {draft.effect === "ask" && (
            <>
              <NumberField
                label={t("rule.timeout")}
                description={t("rule.timeoutHelp")}
                time="s"
                isNeeded
                min={1}
                max={LONGEST_ASK_S}
                allowDecimal={false}
                value={draft.ask_timeout_s}
                onChange={(seconds) => change({ ask_timeout_s: seconds ?? ASK_TIMEOUT_S })}
                error={faults.ask_timeout_s}
              />
              <Switch
                label={t("rule.someoneElse")}
                description={t("rule.someoneElseHelp")}
                checked={draft.ask_someone_else}
                onChange={(event) => change({ ask_someone_else: event.currentTarget.checked })}
              />
            </>
          )}
          {draft.effect === "mock" && (
            <JsonInput
              label={t("rule.mock")}
              description={t("rule.mockHelp")}
              classNames={{ input: classes.code }}
              {...autosize(3, 12)}
              value={draft.mock}
              onChange={(mock) => change({ mock })}
              error={faults.mock_result}
            />
          )}
          <TextInput
            label={t("rule.note")}
            maxLength={LIMITS.note}
            value={draft.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
            error={faults.note}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={showsMore}
              onClick={() => setShowsMore(!showsMore)}
            >
              {t(showsMore ? "explain.less" : "explain.more")}
            </Button>
            <Collapse expanded={showsMore}>
              <Stack gap="md" mt="sm">
                <Select
                  label={t("explain.workflow")}
                  placeholder={t("rule.anyWorkflow")}
                  searchable
                  clearable
                  openOnFocus={false}
                  limit={100}
                  data={[
                    ...workflows.map(({ id, name }) => ({ value: id, label: name })),
                    ...(gone ? [{ value: draft.workflow ?? "", label: t("rule.deletedWorkflow") }] : []),
                  ]}
                  value={draft.workflow}
                  onChange={(workflow) => change({ workflow })}
                  error={faults.workflow}
                />
                <Select
                  label={t("explain.mode")}
                  allowDeselect={false}
                  data={(["", "live", "test"] as const).map((mode) => ({
                    value: mode,
                    label: t(`mode.${mode || "both"}`),
                  }))}
                  value={draft.mode}
                  onChange={(mode) => change({ mode: mode === "live" || mode === "test" ? mode : "" })}
                />
                <Switch
                  label={t("rule.onlyUntrusted")}
                  description={t("rule.onlyUntrustedHelp")}
                  checked={draft.args_untrusted}
                  onChange={(event) => change({ args_untrusted: event.currentTarget.checked })}
                />
              </Stack>
            </Collapse>
          </div>
          <div className={classes.trial}>
            <Button
              variant="default"
              loading={trial.isPending}
              onClick={() => isComplete() && trial.mutate()}
            >
              {t("rule.try")}
            </Button>
            <output className={classes.help}>{trial.data?.summary}</output>
          </div>
          {Object.keys(faults).length === 0 && <FormError error={failure} />}
          <FormButtons submit="save" loading={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
