import { Button, Modal, Pill } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
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
import { notifyFailed } from "@/components/notify";
import { Page } from "@/components/page";
import { QueryList } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { SortSelect, useRememberedSort } from "@/components/sort-select";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { ChosenBar } from "@/features/workflows/library/chosen-bar";
import classes from "@/features/workflows/library/library.module.css";
import { LibraryMenu } from "@/features/workflows/library/library-menu";
import { LibraryNav } from "@/features/workflows/library/library-nav";
import {
  isEverywhere,
  type LibraryPlace,
  placeQuery,
  readPlace,
  withTag,
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
  const [search, setSearch, wanted] = useSearch();
  const [sort, setSort] = useRememberedSort("flowloom-workflow-sort", ORDERS);
  const isNarrow = useMediaQuery("(width <= 900px)", undefined, { getInitialValueInEffect: false });
  const query = useWorkflows({
    search: wanted,
    sort,
    folder: place.folder,
    tag: place.tags,
    ...(place.mine && { owner: "me" }),
    ...(place.favourites && { favourite: true }),
  });
  const found = query.data?.pages.flatMap((page) => page.results) ?? [];
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  const isFirstVisit = isSettled && wanted === "" && isEverywhere(place) && found.length === 0;
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
            {place.tags.map((tag) => (
              <TagPill key={tag} tag={tag} to={placeQuery(withTag(place, tag))} />
            ))}
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
              empty={<NothingHere search={wanted} place={place} />}
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

const SEARCH_DELAY_MS = 200;

/** The typed text, searched and put into the address with a delay. */
function useSearch(): [string, (text: string) => void, string] {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get("search") ?? "");
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  useEffect(() => {
    if (wanted === (params.get("search") ?? "")) return;
    const next = new URLSearchParams(params);
    if (wanted) next.set("search", wanted);
    else next.delete("search");
    setParams(next, { replace: true });
  }, [wanted, params, setParams]);
  return [search, setSearch, wanted];
}

function TagPill({ tag, to }: { tag: string; to: string }) {
  const { t } = useTranslation("workflows");
  const navigate = useNavigate();
  return (
    <Pill
      size="sm"
      withRemoveButton
      removeButtonProps={{
        "aria-label": t("library.withoutTag", { name: tag }),
        tabIndex: 0,
        "aria-hidden": false,
      }}
      onRemove={() => void navigate({ search: to })}
    >
      {tag}
    </Pill>
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

type NothingHereProps = { search: string; place: LibraryPlace };

/** Why no workflow is shown, although there are some. */
function NothingHere({ search, place }: NothingHereProps) {
  const { t } = useTranslation("workflows");
  if (search)
    return <EmptyState icon="search" title={t("noMatch.title", { search })} text={t("noMatch.text")} />;
  const [icon, reason] =
    place.tags.length > 0
      ? (["tag", "tags"] as const)
      : place.mine
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
