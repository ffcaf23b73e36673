import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useKnowledgeBases } from "@/api/knowledge";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import rows from "@/components/rows.module.css";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { BaseModal } from "@/features/knowledge/base-modal";
import { BaseRow } from "@/features/knowledge/base-row";

/** All knowledge bases that one may search. */
export function KnowledgePage() {
  const { t } = useTranslation("knowledge");
  const [creating, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const query = useKnowledgeBases();
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={open}>
      {t("new")}
    </Button>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <Page title={t("title")} text={t("text")} actions={!isEmpty && add}>
      {query.isPending && <PageSkeleton rows={4} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (
        <EmptyState icon="book" title={t("emptyTitle")} text={t("emptyText")}>
          {add}
        </EmptyState>
      )}
      {query.data && !isEmpty && (
        <ul className={rows.list}>
          {query.data.map((base) => (
            <BaseRow key={base.id} base={base} />
          ))}
        </ul>
      )}
      <SharedWithMe kind="knowledge_base" />
      {creating && (
        <BaseModal base={null} onClose={close} onSaved={(saved) => navigate(`/knowledge/${saved.id}`)} />
      )}
    </Page>
  );
}
