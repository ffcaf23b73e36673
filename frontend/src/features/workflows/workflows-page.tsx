import { Button, Pill } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useWorkflows } from "@/api/queries/workflows";
import { CardGridSkeleton } from "@/components/card-grid/card-grid-skeleton";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { SearchField } from "@/components/search-field";
import { SortSelect, useRememberedSort } from "@/components/sort-select";
import { ImportWorkflowButton } from "@/features/workflows/import-workflow-button";
import classes from "@/features/workflows/library/library.module.css";
import { LibraryMenu } from "@/features/workflows/library/library-menu";
import { LibraryNav } from "@/features/workflows/library/library-nav";
import { isEverywhere, placeQuery, readPlace, withTag } from "@/features/workflows/library/library-place";
import { NewWorkflowModal } from "@/features/workflows/new-workflow-modal";
import { NothingHere } from "@/features/workflows/nothing-here";
import { WorkflowGrid } from "@/features/workflows/workflow-grid";

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
            {query.isPending && <CardGridSkeleton />}
            {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
            {isSettled && found.length === 0 && <NothingHere search={wanted} place={place} />}
            {found.length > 0 && <WorkflowGrid key={placeQuery(place)} workflows={found} query={query} />}
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
