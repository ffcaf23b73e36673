import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import { MOST_AT_ONCE } from "@/api/rules.gen";
import type { WorkflowSummary } from "@/api/types";
import { useWorkflows, WORKFLOW_LISTS } from "@/api/workflows";
import gridClasses from "@/components/card-grid/card-grid.module.css";
import { CardGridSkeleton } from "@/components/card-grid/card-grid-skeleton";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { ImportButton } from "@/components/import-button";
import { lazyComponent } from "@/components/lazy-component";
import type { Chip } from "@/components/list-filter/list-filter";
import { timesOf } from "@/components/list-filter/period";
import { notifyFailed } from "@/components/notify";
import { Page } from "@/components/page";
import { QueryList } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { SortSelect, useRememberedSort } from "@/components/sort-select";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { useTypedParam } from "@/components/use-typed-param";
import { ChosenBar } from "@/features/workflows/library/chosen-bar";
import classes from "@/features/workflows/library/library.module.css";
import { LibraryFilterFields, useLibraryFilter } from "@/features/workflows/library/library-filter";
import { LibraryMenu } from "@/features/workflows/library/library-menu";
import { LibraryNav } from "@/features/workflows/library/library-nav";
import {
  isEverywhere,
  type LibraryPlace,
  placeQuery,
  readPlace,
} from "@/features/workflows/library/library-place";
import { dragWorkflows } from "@/features/workflows/library/use-folder-drop";
import { NotAWorkflowError, nameOfFile, readWorkflowFile } from "@/features/workflows/workflow-file";
import { WorkflowItem } from "@/features/workflows/workflow-item";

const NewWorkflowForm = lazyComponent(
  async () => (await import("@/features/workflows/new-workflow-form")).NewWorkflowForm,
);

const FirstSteps = lazyComponent(
  async () => (await import("@/features/workflows/first-steps")).FirstSteps,
  () => <CardGridSkeleton />,
);

const ORDERS = ["updated", "name", "created", "last_run"] as const;

export function WorkflowsPage() {
  const { t } = useTranslation("workflows");
  // In the address, so that other screens lead right to it.
  const [params, setParams] = useSearchParams();
  const place = readPlace(params);
  const [search, setSearch] = useTypedParam("search");
  const wanted = params.get("search") ?? "";
  const { filter, set, chips, clear } = useLibraryFilter(place);
  const [sort, setSort] = useRememberedSort("flowloom-workflow-sort", ORDERS);
  const isNarrow = useMediaQuery("(width <= 900px)", undefined, { getInitialValueInEffect: false });
  const query = useWorkflows({
    search: wanted,
    sort,
    folder: place.folder,
    tag: place.tags,
    ...(filter.trigger && { trigger: filter.trigger }),
    ...timesOf(filter),
    ...(place.mine ? { owner: "me" } : filter.owner && { owner: filter.owner }),
    ...(place.favourites && { favourite: true }),
  });
  const found = query.data?.pages.flatMap((page) => page.results) ?? [];
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  const isFirstVisit =
    isSettled && wanted === "" && isEverywhere(place) && chips.length === 0 && found.length === 0;
  const change = (set: (next: URLSearchParams) => void, options?: { replace: boolean }) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      set(next);
      return next;
    }, options);
  const actions = (
    <>
      <ImportWorkflowButton />
      {!isFirstVisit && (
        <Button leftSection={<Icon name="plus" />} onClick={() => change((next) => next.set("new", ""))}>
          {t("new.button")}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={t("title")}
      actions={actions}
      toolbar={
        !isFirstVisit && (
          <>
            {isNarrow && <LibraryMenu place={place} />}
            <SearchField value={search} onChange={setSearch} label={t("search")} />
            <SortSelect orders={ORDERS} sort={sort} onChange={setSort} />
            <LibraryFilterFields filter={filter} chips={chips} onChange={set} clear={clear} />
          </>
        )
      }
    >
      {isFirstVisit ? (
        <FirstSteps />
      ) : (
        <div className={classes.columns} data-narrow={isNarrow || undefined}>
          {!isNarrow && <LibraryNav place={place} />}
          <div>
            <QueryList
              query={query}
              rows={found}
              pending={<CardGridSkeleton />}
              empty={<NothingHere search={wanted} place={place} chips={chips} onClear={clear} />}
              loadsWhenNear
            >
              <WorkflowGrid key={placeQuery(place)} workflows={found} />
            </QueryList>
          </div>
        </div>
      )}
      <NewWorkflowModal
        opened={params.has("new")}
        folder={place.folder}
        onClose={() => change((next) => next.delete("new"), { replace: true })}
      />
    </Page>
  );
}

function ImportWorkflowButton() {
  const { t } = useTranslation("workflows");
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const load = useSave(
    async (file: File) =>
      ask("post", "/api/workflows/import/", {
        params: { query: { name: nameOfFile(file.name) || undefined } },
        body: readWorkflowFile(await file.text()),
      }),
    {
      onSuccess: async (workflow) => {
        void refresh(...WORKFLOW_LISTS);
        await navigate(`/workflows/${workflow.id}`);
      },
      onError: (error) => {
        const isOtherFile = error instanceof NotAWorkflowError;
        notifyFailed(
          isOtherFile ? { title: t("import.failed"), text: t("import.otherFile") } : errorText(error),
        );
      },
    },
  );
  return <ImportButton label={t("import.button")} load={load} />;
}

type Props = { opened: boolean; folder: string; onClose: () => void };

function NewWorkflowModal({ opened, folder, onClose }: Props) {
  const { t } = useTranslation("workflows");
  return (
    <Modal opened={opened} onClose={onClose} title={t("new.title")} size={960}>
      <NewWorkflowForm folder={folder} onClose={onClose} />
    </Modal>
  );
}

type NothingHereProps = {
  search: string;
  place: LibraryPlace;
  chips: readonly Chip[];
  onClear: () => void;
};

/** Why no workflow is shown, although there are some. */
function NothingHere({ search, place, chips, onClear }: NothingHereProps) {
  const { t } = useTranslation("workflows");
  const common = useTranslation().t;
  if (chips.length > 0) {
    const names = [...chips.map(({ label }) => label), ...(search ? [`“${search}”`] : [])];
    return (
      <EmptyState icon="filter" title={t("noMatch.filtered")} text={names.join(" · ")}>
        <Button variant="default" onClick={onClear}>
          {common("listFilter.clear")}
        </Button>
      </EmptyState>
    );
  }
  if (search)
    return <EmptyState icon="search" title={t("noMatch.title", { search })} text={t("noMatch.text")} />;
  const [icon, reason] = place.mine
    ? (["user", "mine"] as const)
    : place.favourites
      ? (["star", "favourites"] as const)
      : (["folder", "folder"] as const);
  return (
    <EmptyState icon={icon} title={t(`nothing.${reason}.title`)} text={t(`nothing.${reason}.text`)}>
      <Button component={Link} to="/workflows" variant="default">
        {t("nothing.all")}
      </Button>
    </EmptyState>
  );
}

/** Cards, of which some may be chosen; those that one may only look at cannot be. */
function WorkflowGrid({ workflows }: { workflows: WorkflowSummary[] }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => workflows.filter(({ id }) => ids.has(id)), [workflows, ids]);
  const dragged = useRef(chosen);
  dragged.current = chosen;
  const choose = useCallback(
    (id: string, wanted: boolean) =>
      setIds((before) => new Set([...[...before].filter((other) => other !== id), ...(wanted ? [id] : [])])),
    [],
  );
  const drag = useCallback<Parameters<typeof WorkflowItem>[0]["onDragStart"]>((event, id) => {
    const all = dragged.current.map((one) => one.id);
    dragWorkflows(event, all.includes(id) ? all : [id]);
  }, []);
  return (
    <>
      <ul className={gridClasses.grid}>
        {workflows.map((workflow) => {
          const isChosen = ids.has(workflow.id);
          return (
            <WorkflowItem
              key={workflow.id}
              workflow={workflow}
              isChosen={isChosen}
              isBoxShown={chosen.length > 0}
              isBoxDisabled={!isChosen && chosen.length >= MOST_AT_ONCE}
              onChoose={choose}
              onDragStart={drag}
            />
          );
        })}
      </ul>
      <ChosenBar workflows={chosen} onClear={() => setIds(new Set())} />
    </>
  );
}
