/** Knowledge bases and their documents; polled while something is being indexed. */

import { paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { components, KnowledgeDocument } from "@/api/schema.gen";

export type { KnowledgeBase, KnowledgeDocument, KnowledgePassage } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type KnowledgeBaseDraft = Schemas["KnowledgeBaseCreate"];

const PROGRESS_EVERY_MS = 1_000;
const OPEN: ReadonlySet<KnowledgeDocument["status"]> = new Set(["queued", "running"]);

export const isIndexing = ({ status }: KnowledgeDocument) => OPEN.has(status);

const everyMs = (isBusy: boolean | undefined) => (isBusy ? PROGRESS_EVERY_MS : false);

export const useKnowledgeBases = () =>
  server.useQuery("get", "/api/knowledge-bases/", undefined, {
    refetchInterval: ({ state }) => everyMs(state.data?.some((base) => base.open_count > 0)),
  });

export const useKnowledgeBase = (id: string) =>
  server.useQuery("get", "/api/knowledge-bases/{base_id}/", at({ base_id: id }), {
    refetchInterval: ({ state }) => everyMs(state.data && state.data.open_count > 0),
  });

export const useKnowledgeDocuments = (id: string) =>
  server.useInfiniteQuery("get", "/api/knowledge-bases/{base_id}/documents/", at({ base_id: id }), {
    ...paging,
    refetchInterval: ({ state }) =>
      everyMs(state.data?.pages.some(({ results }) => results.some(isIndexing))),
  });
