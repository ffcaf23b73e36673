import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

const RETRIES = 2;
const FIRST_RETRY_MS = 400;

// By a timer, as is usual, a button would learn that it sends only after the second click of a double click.
notifyManager.setScheduler(queueMicrotask);

/** Reads stay fresh for half a minute; only transient failures are retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retryDelay: (failures) => FIRST_RETRY_MS * 2 ** failures,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTransient,
      },
      mutations: { retry: false },
    },
  });
}

/** The one of the page. */
export const queryClient = createQueryClient();
