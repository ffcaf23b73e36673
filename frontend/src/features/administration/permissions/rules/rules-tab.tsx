import { Button, Switch } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ask, at } from "@/api/http";
import { useToolPolicies } from "@/api/policies";
import type { PermissionMatrix, ToolPolicy } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import list from "@/components/rows.module.css";
import { SearchField } from "@/components/search-field";
import { TextButton } from "@/components/text-button";
import { useSave } from "@/components/use-save";
import { effectIcon } from "../effect-menu";
import matrixClasses from "../permissions.module.css";
import { RuleForm } from "./rule-form";
import { useRuleWords } from "./rule-words";
import classes from "./rules.module.css";

const SHOWN = 100;
const NEW = "new";
const REFRESHED = ["/api/tools/policies/*"];

/** A rule that a cell of the matrix shows whole. */
const isCell = (rule: ToolPolicy) =>
  rule.workflow === null &&
  rule.mode === "" &&
  rule.when === "" &&
  !rule.args_untrusted &&
  !(rule.effect === "ask" && rule.ask_someone_else) &&
  !(rule.effect === "mock" && rule.mock_result) &&
  rule.note === "" &&
  rule.enabled;

/** All rules as sentences; those of the matrix on demand. The address names the open one. */
export function RulesTab({ matrix }: { matrix: PermissionMatrix }) {
  const { t } = useTranslation("administration-permissions");
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState("");
  const [withCells, setWithCells] = useState(false);
  const [most, setMost] = useState(SHOWN);
  const words = useRuleWords(matrix);
  const query = useToolPolicies();
  const rules = query.data ?? [];
  const open = (rule: string | null) => setParams({ tab: "rules", ...(rule && { rule }) });
  const opened = params.get("rule");
  const edited = rules.find(({ id }) => id === opened);
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return (query.data ?? [])
      .filter((rule) => withCells || !isCell(rule))
      .map((rule) => ({ rule, sentence: words(rule) }))
      .filter(({ rule, sentence }) => `${sentence} ${rule.note}`.toLowerCase().includes(wanted));
  }, [query.data, search, withCells, words]);
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => open(NEW)}>
      {t("rule.add")}
    </Button>
  );
  return (
    <>
      <p className={classes.lead}>{t("rule.text")}</p>
      {query.isSuccess && opened !== null && opened !== NEW && !edited && (
        <p className={classes.fault} role="alert">
          {t("rule.gone")}
        </p>
      )}
      <div className={matrixClasses.bar}>
        <SearchField value={search} onChange={setSearch} label={t("rule.filter")} />
        <Switch
          label={t("rule.withCells")}
          checked={withCells}
          onChange={(event) => setWithCells(event.currentTarget.checked)}
        />
        <span className={matrixClasses.gap} />
        {add}
      </div>
      <QueryState query={query} pending={<PageSkeleton rows={5} />} />
      {query.data && found.length === 0 && (
        <EmptyState
          icon={search ? "search" : "gavel"}
          title={t(search ? "rule.none" : "rule.empty")}
          text={t(search ? "rule.noneText" : "rule.emptyText")}
        />
      )}
      {found.length > 0 && (
        <ul className={list.list} aria-label={t("rule.title")}>
          {found.slice(0, most).map(({ rule, sentence }) => (
            <RuleRow key={rule.id} rule={rule} sentence={sentence} onOpen={() => open(rule.id)} />
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button variant="default" mt="md" onClick={() => setMost(most + SHOWN)}>
          {t("rule.more")}
        </Button>
      )}
      {(opened === NEW || edited) && (
        <RuleForm
          key={opened}
          matrix={matrix}
          rule={edited ?? null}
          onClose={() => open(null)}
          onSaved={(saved) => {
            if (isCell(saved)) setWithCells(true);
            open(null);
          }}
        />
      )}
    </>
  );
}

type RowProps = { rule: ToolPolicy; sentence: string; onOpen: () => void };

function RuleRow({ rule, sentence, onOpen }: RowProps) {
  const { t } = useTranslation("administration-permissions");
  const path = at({ policy_id: rule.id });
  const turn = useSave(
    (enabled: boolean) => ask("patch", "/api/tools/policies/{policy_id}/", { ...path, body: { enabled } }),
    { refreshes: REFRESHED },
  );
  const remove = useSave(() => ask("delete", "/api/tools/policies/{policy_id}/", path), {
    refreshes: REFRESHED,
    done: t("rule.deleted"),
  });
  const facts = [rule.note, rule.created_by && t("rule.by", { name: rule.created_by })];
  return (
    <li className={list.row} data-off={!rule.enabled || undefined}>
      <span className={matrixClasses.decision} data-effect={rule.effect}>
        <Icon name={effectIcon(rule.effect)} />
      </span>
      <div className={list.rowText}>
        <TextButton underline="hover" className={classes.sentence} onClick={onOpen}>
          {sentence}
        </TextButton>
        <p className={classes.help}>{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <Switch
        aria-label={t("rule.enabled", { rule: sentence })}
        title={t(rule.enabled ? "rule.on" : "rule.off")}
        checked={rule.enabled}
        disabled={turn.isPending}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
      />
      <ConfirmButton
        question={t("rule.deleteQuestion")}
        confirmLabel={t("rule.delete")}
        onConfirm={() => remove.mutate()}
      >
        <IconButton
          icon="trash"
          label={t("rule.deleteNamed", { rule: sentence })}
          loading={remove.isPending}
        />
      </ConfirmButton>
    </li>
  );
}
