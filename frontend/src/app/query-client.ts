import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

const RETRIES = 2;

/** What was read stays good for half a minute; only what may pass by itself is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTransient,
      },
      mutations: { retry: false },
    },
  });
}
