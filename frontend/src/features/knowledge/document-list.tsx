import { useTranslation } from "react-i18next";
import { type KnowledgeBase, useKnowledgeDocuments } from "@/api/knowledge";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { PageSkeleton } from "@/components/page-skeleton";
import rows from "@/components/rows.module.css";
import { DocumentRow } from "@/features/knowledge/document-row";
import { UploadZone } from "@/features/knowledge/upload-zone";

/** The documents with the progress of their indexing. */
export function DocumentList({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const query = useKnowledgeDocuments(base.id);
  const documents = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <>
      {base.may_change && <UploadZone baseId={base.id} />}
      {query.isPending && <PageSkeleton rows={4} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && documents.length === 0 && (
        <EmptyState icon="file-text" title={t("noDocuments")} text={t("noDocumentsText")} />
      )}
      {documents.length > 0 && (
        <ul className={rows.list}>
          {documents.map((document) => (
            <DocumentRow key={document.id} base={base} document={document} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </>
  );
}
