import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { cachedAt, useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { type KnowledgeBase, useKnowledgeBase, useKnowledgeDocuments } from "@/api/knowledge";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { QueryList, QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { useSave } from "@/components/use-save";
import { BaseModal } from "@/features/knowledge/base-modal";
import { DocumentRow } from "@/features/knowledge/document-row";
import { SearchPanel } from "@/features/knowledge/search-panel";
import { UploadZone } from "@/features/knowledge/upload-zone";

/** One knowledge base: its documents, and questions to try. */
export function BasePage() {
  const { id = "" } = useParams();
  const query = useKnowledgeBase(id);
  if (!query.isSuccess)
    return <QueryState query={query} pending={<PageSkeleton rows={6} />} list="knowledge" />;
  return <OpenBase base={query.data} />;
}

function OpenBase({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const counts = [t("documents", { count: base.document_count }), t("chunks", { count: base.chunk_count })];
  const text = [...counts, base.description].filter(Boolean).join(" · ");
  return (
    <Page title={base.name} text={text} actions={base.may_change && <BaseActions base={base} />}>
      <PageTabs
        tabs={[
          { name: "documents", title: t("tab.documents"), panel: <DocumentList base={base} /> },
          { name: "search", title: t("tab.search"), panel: <SearchPanel base={base} /> },
        ]}
      />
    </Page>
  );
}

function BaseActions({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const common = useTranslation().t;
  const [editing, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const remove = useSave(() => ask("delete", "/api/knowledge-bases/{base_id}/", at({ base_id: base.id })), {
    onSuccess: async () => {
      await navigate("/knowledge");
      queries.removeQueries(cachedAt(`/api/knowledge-bases/${base.id}/*`));
      void refresh("/api/knowledge-bases/*");
    },
  });
  return (
    <>
      <ConfirmButton
        question={t("deleteQuestion", { name: base.name })}
        confirmLabel={common("action.delete")}
        onConfirm={() => remove.mutate()}
      >
        <ActionIcon variant="default" size="lg" aria-label={common("action.delete")}>
          <Icon name="trash" />
        </ActionIcon>
      </ConfirmButton>
      <Button variant="default" leftSection={<Icon name="settings" />} onClick={open}>
        {t("settings")}
      </Button>
      {editing && <BaseModal base={base} onClose={close} />}
    </>
  );
}

/** The documents with the progress of their indexing. */
function DocumentList({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const query = useKnowledgeDocuments(base.id);
  const documents = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <>
      {base.may_change && <UploadZone baseId={base.id} />}
      <QueryList
        query={query}
        rows={documents}
        pending={<PageSkeleton rows={4} />}
        empty={<EmptyState icon="file-text" title={t("noDocuments")} text={t("noDocumentsText")} />}
      >
        <ul className={rows.list}>
          {documents.map((document) => (
            <DocumentRow key={document.id} base={base} document={document} />
          ))}
        </ul>
      </QueryList>
    </>
  );
}
