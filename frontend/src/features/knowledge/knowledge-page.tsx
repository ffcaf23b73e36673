import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type KnowledgeBase, useKnowledgeBases } from "@/api/knowledge";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import rows from "@/components/rows.module.css";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { BaseModal } from "@/features/knowledge/base-modal";
import classes from "@/features/knowledge/knowledge.module.css";

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
  return (
    <Page title={t("title")} text={t("text")} actions={query.data?.length !== 0 && add}>
      <QueryList
        query={query}
        rows={query.data}
        pending={<PageSkeleton rows={4} />}
        empty={
          <EmptyState icon="book" title={t("emptyTitle")} text={t("emptyText")}>
            {add}
          </EmptyState>
        }
      >
        <ul className={rows.list}>
          {query.data?.map((base) => (
            <BaseRow key={base.id} base={base} />
          ))}
        </ul>
      </QueryList>
      <SharedWithMe kind="knowledge_base" />
      {creating && (
        <BaseModal base={null} onClose={close} onSaved={(saved) => navigate(`/knowledge/${saved.id}`)} />
      )}
    </Page>
  );
}

/** One knowledge base in the list: what is in it, and what is going on. */
function BaseRow({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  return (
    <li className={rows.row}>
      <span className={rows.icon}>
        <Icon name="book" size={18} />
      </span>
      <div className={rows.rowText}>
        <Link to={`/knowledge/${base.id}`} className={classes.rowName}>
          {base.name}
        </Link>
        {base.description && <p className={classes.meta}>{base.description}</p>}
      </div>
      <span className={classes.counts}>
        {base.open_count > 0 && (
          <span className={classes.busy}>{t("indexing", { count: base.open_count })}</span>
        )}
        {base.failed_count > 0 && (
          <span className={classes.failed}>{t("failed", { count: base.failed_count })}</span>
        )}
        <span>{t("documents", { count: base.document_count })}</span>
        <span>{t("chunks", { count: base.chunk_count })}</span>
        {base.shared && <span>{t("sharedBy", { name: base.owner })}</span>}
        <RelativeTime iso={base.updated_at} />
      </span>
    </li>
  );
}
