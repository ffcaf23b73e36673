import type { ReactNode } from "react";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import type { Place } from "@/components/places";

type Query = { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

type StateProps = {
  /** The read, or several that are shown at once: the first error is shown, else what is awaited. */
  query: Query | readonly Query[];
  /** Drawn while the answer is awaited. */
  pending: ReactNode;
  /** The list to link to when the item of this page no longer exists. */
  list?: Place["name"];
};

/** A read that is not there yet, or failed; nothing once it has succeeded. */
export function QueryState({ query, pending, list }: StateProps) {
  const queries = [query].flat();
  const failed = queries.find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} list={list} onRetry={() => void failed.refetch()} />;
  return queries.some(({ isPending }) => isPending) ? pending : null;
}

type ListProps = StateProps & {
  query: Query & Partial<Pages> & { isPlaceholderData?: boolean };
  /** Undefined until they are known. */
  rows: readonly unknown[] | undefined;
  /** Instead of the list when it has no rows. */
  empty?: ReactNode;
  /** The next page loads by itself when the end of the list comes near. */
  loadsWhenNear?: boolean;
  /** The list itself. */
  children: ReactNode;
};

/** A list that is read: awaited, failed, empty, or drawn, with its next page. */
export function QueryList({ query, rows, empty, loadsWhenNear, children, ...state }: ListProps) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  const isKnown = !query.isPending && !query.isError && !query.isPlaceholderData;
  return (
    <>
      <QueryState query={query} {...state} />
      {isKnown && rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && children}
      {fetchNextPage && (
        <LoadMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} whenNear={loadsWhenNear} />
      )}
    </>
  );
}
