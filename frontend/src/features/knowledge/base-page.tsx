import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { type KnowledgeBase, knowledge, knowledgeKeys, useKnowledgeBase } from "@/api/knowledge";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { PageTabs } from "@/components/page-tabs";
import { useErrorText } from "@/components/use-error-text";
import { BaseModal } from "@/features/knowledge/base-modal";
import { DocumentList } from "@/features/knowledge/document-list";
import { SearchPanel } from "@/features/knowledge/search-panel";

/** One knowledge base: its documents, and questions to try. */
export function BasePage() {
  const { id = "" } = useParams();
  const query = useKnowledgeBase(id);
  if (query.isPending) return <PageSkeleton rows={6} />;
  if (query.isError)
    return <ErrorState error={query.error} list="knowledge" onRetry={() => void query.refetch()} />;
  return <OpenBase base={query.data} />;
}

function OpenBase({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const counts = [t("documents", { count: base.document_count }), t("chunks", { count: base.chunk_count })];
  const text = [`kb:${base.slug}`, ...counts, base.description].filter(Boolean).join(" · ");
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
  const errorText = useErrorText();
  const remove = useMutation({
    mutationFn: () => knowledge.remove(base.id),
    onSuccess: async () => {
      await navigate("/knowledge");
      queries.removeQueries({ queryKey: knowledgeKeys.base(base.id) });
      void queries.invalidateQueries({ queryKey: knowledgeKeys.all });
    },
    onError: (error) => notifyFailed(errorText(error)),
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
