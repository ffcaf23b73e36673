/** Knowledge bases: the server's calls, and cached reads for components. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { dataOf, done, http } from "@/api/http";
import { paging } from "@/api/queries/policy";
import type { components } from "@/api/schema.gen";
import type { ResultPage } from "@/api/types";

type Schemas = components["schemas"];
export type KnowledgeBase = Schemas["KnowledgeBase"];
export type KnowledgeBaseDraft = Schemas["KnowledgeBaseCreate"];
export type KnowledgeDocument = Schemas["KnowledgeDocument"];
export type KnowledgePassage = Schemas["KnowledgePassage"];
type KnowledgeFindings = Schemas["KnowledgeFindings"];
type KnowledgeQuestion = Schemas["KnowledgeQuestion"];

type Signal = AbortSignal | undefined;
const base = (id: string) => ({ path: { base_id: id } });
const document = (id: string, documentId: string) => ({ path: { base_id: id, document_id: documentId } });

export const knowledge = {
  list: (signal?: Signal) => dataOf<KnowledgeBase[]>(() => http.GET("/api/knowledge-bases/", { signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<KnowledgeBase>(() => http.GET("/api/knowledge-bases/{base_id}/", { params: base(id), signal })),
  create: (body: KnowledgeBaseDraft) =>
    dataOf<KnowledgeBase>(() => http.POST("/api/knowledge-bases/", { body })),
  update: (id: string, body: Partial<KnowledgeBaseDraft>) =>
    dataOf<KnowledgeBase>(() => http.PATCH("/api/knowledge-bases/{base_id}/", { params: base(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/knowledge-bases/{base_id}/", { params: base(id) })),
  documents: (id: string, cursor: string | null, signal?: Signal) =>
    dataOf<ResultPage<KnowledgeDocument>>(() =>
      http.GET("/api/knowledge-bases/{base_id}/documents/", {
        params: { ...base(id), query: { cursor: cursor ?? undefined } },
        signal,
      }),
    ),
  upload: (id: string, file: File) => {
    const form = new FormData();
    form.set("file", file);
    return dataOf<KnowledgeDocument>(() =>
      http.POST("/api/knowledge-bases/{base_id}/documents/", {
        params: base(id),
        body: { file: file.name },
        bodySerializer: () => form,
      }),
    );
  },
  removeDocument: (id: string, documentId: string) =>
    done(() =>
      http.DELETE("/api/knowledge-bases/{base_id}/documents/{document_id}/", {
        params: document(id, documentId),
      }),
    ),
  reindex: (id: string, documentId: string) =>
    dataOf<KnowledgeDocument>(() =>
      http.POST("/api/knowledge-bases/{base_id}/documents/{document_id}/reindex/", {
        params: document(id, documentId),
      }),
    ),
  search: (id: string, body: KnowledgeQuestion) =>
    dataOf<KnowledgeFindings>(() =>
      http.POST("/api/knowledge-bases/{base_id}/search/", { params: base(id), body }),
    ),
};

export const knowledgeKeys = {
  all: ["knowledge"],
  base: (id: string) => ["knowledge", id],
  documents: (id: string) => ["knowledge", id, "documents"],
} as const;

/** While something is being indexed its progress is looked at so often. */
const PROGRESS_EVERY_MS = 1_000;
const OPEN: ReadonlySet<KnowledgeDocument["status"]> = new Set(["queued", "running"]);

export const isIndexing = ({ status }: KnowledgeDocument) => OPEN.has(status);

export function useKnowledgeBases() {
  return useQuery({
    queryKey: knowledgeKeys.all,
    queryFn: ({ signal }) => knowledge.list(signal),
    refetchInterval: ({ state }) =>
      state.data?.some((row) => row.open_count > 0) ? PROGRESS_EVERY_MS : false,
  });
}

export function useKnowledgeBase(id: string) {
  return useQuery({
    queryKey: knowledgeKeys.base(id),
    queryFn: ({ signal }) => knowledge.get(id, signal),
    refetchInterval: ({ state }) => (state.data && state.data.open_count > 0 ? PROGRESS_EVERY_MS : false),
  });
}

export function useKnowledgeDocuments(id: string) {
  return useInfiniteQuery({
    queryKey: knowledgeKeys.documents(id),
    queryFn: ({ pageParam, signal }) => knowledge.documents(id, pageParam, signal),
    ...paging,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some(isIndexing)) ? PROGRESS_EVERY_MS : false,
  });
}
