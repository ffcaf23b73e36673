import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "@/api/http";
import { type ExplanationsQuery, usePermissionMatrix } from "@/api/policies";
import type { PermissionMatrix } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { Section } from "@/components/section";
import { useSave } from "@/components/use-save";
import { useLocalText } from "@/i18n/local-text";
import { ExplainModal } from "./explain-modal";
import { MatrixGrid } from "./matrix-grid";
import classes from "./permissions.module.css";
import { RulesTab } from "./rules/rules-tab";
import { useMatrixChanges } from "./use-matrix-changes";

/** The permission matrix and the rules behind it; for administrators. */
export function PermissionsPage() {
  const { t } = useTranslation("administration-permissions");
  const matrix = usePermissionMatrix();
  return (
    <Section title={t("title")} text={t("text")}>
      <QueryState query={matrix} pending={<PageSkeleton rows={8} />} />
      {matrix.data && (
        <PageTabs
          tabs={[
            { name: "matrix", title: t("tab.matrix"), panel: <Matrix matrix={matrix.data} /> },
            { name: "rules", title: t("tab.rules"), panel: <RulesTab matrix={matrix.data} /> },
          ]}
        />
      )}
    </Section>
  );
}

function Matrix({ matrix }: { matrix: PermissionMatrix }) {
  const { t } = useTranslation("administration-permissions");
  const local = useLocalText();
  const bar = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  /** Undefined while it is closed. */
  const [explained, setExplained] = useState<ExplanationsQuery | null>();
  const changes = useMatrixChanges(matrix);
  const count = changes.pending.size;
  const save = useSave(
    () => ask("patch", "/api/tools/policies/matrix/", { body: { cells: [...changes.pending.values()] } }),
    {
      refreshes: ["/api/tools/policies/*"],
      done: t("saved", { count }),
      onSuccess: changes.clear,
    },
  );
  const sections = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const found = matrix.sections.map((section) => ({
      ...section,
      tools: section.tools.filter(({ pattern, title, kind, about }) =>
        [pattern, local(title), kind ? local(kind) : "", about].join(" ").toLowerCase().includes(wanted),
      ),
    }));
    return found.filter(({ tools }) => tools.length > 0);
  }, [matrix.sections, search, local]);
  useHotkeys([["/", () => bar.current?.querySelector("input")?.focus()]]);
  return (
    <>
      <div ref={bar} className={classes.bar}>
        <SearchField value={search} onChange={setSearch} label={t("filter")} />
        <Button
          variant="default"
          leftSection={<Icon name="help-circle" />}
          onClick={() => setExplained(null)}
        >
          {t("explain.button")}
        </Button>
        <span className={classes.gap} />
        <span role="status" className={classes.unsaved}>
          {count > 0 && t("pending", { count })}
        </span>
        <Button
          variant="default"
          leftSection={<Icon name="arrow-back-up" />}
          disabled={!changes.canUndo || save.isPending}
          onClick={changes.undo}
        >
          {t("undo")}
        </Button>
        <Button disabled={count === 0} loading={save.isPending} onClick={() => save.mutate()}>
          {t("save", { count })}
        </Button>
      </div>
      {sections.length > 0 ? (
        <MatrixGrid
          matrix={matrix}
          sections={sections}
          changes={changes}
          onExplain={(tool, role) => setExplained({ tool: tool.pattern, role: role.id })}
        />
      ) : (
        <EmptyState icon="search" title={t("none")} text={t("noneText")} />
      )}
      {explained !== undefined && (
        <ExplainModal matrix={matrix} asked={explained} onClose={() => setExplained(undefined)} />
      )}
    </>
  );
}
