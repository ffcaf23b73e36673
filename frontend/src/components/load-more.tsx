import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Loads by itself when the end of the list comes near. */
  whenNear?: boolean;
};

/** The end of a paged list. */
export function LoadMore({ query, whenNear = false }: Props) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: "800px" });
  const isNear = whenNear && entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <>
      {/* Observed from the start after each page: where it was before counts no more. */}
      {whenNear && <div key={String(isFetchingNextPage)} ref={ref} />}
      <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {t("action.loadMore")}
      </Button>
    </>
  );
}
