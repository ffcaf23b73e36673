import type { ReactNode } from "react";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import type { Place } from "@/components/places";

type Query = { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

type StateProps = {
  query: Query;
  /** Drawn while the answer is awaited. */
  pending: ReactNode;
  /** The list to link to when the item of this page no longer exists. */
  list?: Place["name"];
};

/** A read that is not there yet, or failed; nothing once it has succeeded. */
export function QueryState({ query, pending, list }: StateProps) {
  if (query.isPending) return pending;
  if (!query.isError) return null;
  return <ErrorState error={query.error} list={list} onRetry={() => void query.refetch()} />;
}

type ListProps = StateProps & {
  query: Query & Partial<Pages>;
  /** Undefined until they are known. */
  rows: readonly unknown[] | undefined;
  /** Instead of the list when it has no rows. */
  empty?: ReactNode;
  /** The list itself. */
  children: ReactNode;
};

/** A list that is read: awaited, failed, empty, or drawn, with its next page. */
export function QueryList({ query, rows, empty, children, ...state }: ListProps) {
  const { isPending, isError, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  return (
    <>
      <QueryState query={query} {...state} />
      {!isPending && !isError && rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && children}
      {fetchNextPage && <LoadMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  );
}
