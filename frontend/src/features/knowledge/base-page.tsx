import { Button, FileButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { cachedAt, useRefresh } from "@/api/cache";
import { ask, at, withParts } from "@/api/http";
import { type KnowledgeBase, useKnowledgeBase, useKnowledgeDocuments } from "@/api/knowledge";
import { ConfirmButton } from "@/components/confirm-button";
import { droppedFiles } from "@/components/dropped-files";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { notifyFailed } from "@/components/notify";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { QueryList, QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { BaseModal } from "@/features/knowledge/base-modal";
import { DocumentRow } from "@/features/knowledge/document-row";
import classes from "@/features/knowledge/knowledge.module.css";
import { SearchPanel } from "@/features/knowledge/search-panel";

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
        <IconButton icon="trash" variant="default" size="lg" label={common("action.delete")} />
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

const ACCEPT = ".pdf,.docx,.xlsx,.pptx,.eml,.html,.htm,.md,.markdown,.csv,.tsv,.txt";

/** Takes files by drag and drop or from a dialog, and sends them one after the other. */
function UploadZone({ baseId }: { baseId: string }) {
  const { t } = useTranslation("knowledge");
  const { left, send } = useUpload(baseId);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(droppedFiles(event.dataTransfer));
  };
  return (
    <section
      className={classes.zone}
      data-over={isOver || undefined}
      aria-label={t("upload")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={classes.meta}>{left > 0 ? t("uploading", { count: left }) : t("uploadHelp")}</p>
      <FileButton multiple accept={ACCEPT} onChange={(files) => void send(files)}>
        {(props) => (
          <Button {...props} size="xs" loading={left > 0} leftSection={<Icon name="file-import" size={15} />}>
            {t("upload")}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

function useUpload(baseId: string) {
  const refresh = useRefresh();
  const errorText = useErrorText();
  const [left, setLeft] = useState(0);
  const send = async (files: File[]) => {
    setLeft((count) => count + files.length);
    for (const file of files) {
      try {
        await ask("post", "/api/knowledge-bases/{base_id}/documents/", {
          ...at({ base_id: baseId }),
          body: { file: file.name },
          ...withParts({ file }),
        });
      } catch (error) {
        const failure = errorText(error);
        notifyFailed({ ...failure, title: `${file.name}: ${failure.title}` });
      }
      setLeft((count) => count - 1);
      void refresh("/api/knowledge-bases/*");
    }
  };
  return { left, send };
}
