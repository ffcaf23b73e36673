import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useWorkflows } from "@/api/queries";
import { CardGridSkeleton } from "@/components/card-grid/card-grid-skeleton";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { SearchField } from "@/components/search-field";
import { ImportWorkflowButton } from "@/features/workflows/import-workflow-button";
import { NewWorkflowModal } from "@/features/workflows/new-workflow-modal";
import { WorkflowGrid } from "@/features/workflows/workflow-grid";

const FirstSteps = lazyComponent(
  async () => (await import("@/features/workflows/first-steps")).FirstSteps,
  () => <CardGridSkeleton />,
);

const SEARCH_DELAY_MS = 200;

export function WorkflowsPage() {
  const { t } = useTranslation("workflows");
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  // In the address, so that other screens lead right to it.
  const [params, setParams] = useSearchParams();
  const query = useWorkflows(wanted);
  const found = query.data?.pages.flatMap((page) => page.results) ?? [];
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  const isFirstVisit = isSettled && wanted === "" && found.length === 0;
  const actions = (
    <>
      <ImportWorkflowButton />
      {!isFirstVisit && (
        <Button leftSection={<Icon name="plus" />} onClick={() => setParams({ new: "" })}>
          {t("new.button")}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={t("title")}
      actions={actions}
      toolbar={!isFirstVisit && <SearchField value={search} onChange={setSearch} label={t("search")} />}
    >
      {query.isPending && <CardGridSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {isFirstVisit && <FirstSteps />}
      {query.isSuccess && !isFirstVisit && <WorkflowGrid workflows={found} query={query} search={wanted} />}
      <NewWorkflowModal opened={params.has("new")} onClose={() => setParams({}, { replace: true })} />
    </Page>
  );
}
