import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { isIndexing, type KnowledgeBase, type KnowledgeDocument } from "@/api/knowledge";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import rows from "@/components/rows.module.css";
import { StatusBadge } from "@/components/status-badge";
import { useSave } from "@/components/use-save";
import classes from "@/features/knowledge/knowledge.module.css";

type Props = { base: KnowledgeBase; document: KnowledgeDocument };

/** One document: how far it is, or why it failed and what to do. */
export function DocumentRow({ base, document }: Props) {
  const { t, i18n } = useTranslation("knowledge");
  const size = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(
    Math.max(1, Math.round(document.size / 1024)),
  );
  const { chunk_count: count, chunks_done: done } = document;
  const chunks = isIndexing(document) ? t("chunksDone", { done, count }) : t("chunks", { count });
  return (
    <li className={rows.row}>
      <span className={rows.icon}>
        <Icon name="file-text" size={18} />
      </span>
      <div className={rows.rowText}>
        <p className={classes.rowTitle}>{document.name}</p>
        {document.error ? (
          <p className={classes.failed}>{document.error.message}</p>
        ) : (
          <p className={classes.meta}>
            {t(`kind.${document.kind}`)} · {size} kB
            {document.chunk_count > 0 && ` · ${chunks}`}
          </p>
        )}
        {isIndexing(document) && (
          <Progress
            size="xs"
            mt={6}
            aria-label={t("progress", { name: document.name })}
            value={document.chunk_count ? (100 * document.chunks_done) / document.chunk_count : 3}
            animated
          />
        )}
      </div>
      <StatusBadge status={document.status} label={t(`status.${document.status}`)} />
      {base.may_change && <DocumentActions base={base} document={document} />}
    </li>
  );
}

function DocumentActions({ base, document }: Props) {
  const { t } = useTranslation("knowledge");
  const common = useTranslation().t;
  const path = "/api/knowledge-bases/{base_id}/documents/{document_id}/";
  const one = at({ base_id: base.id, document_id: document.id });
  const options = { refreshes: ["/api/knowledge-bases/*"] };
  const reindex = useSave(() => ask("post", `${path}reindex/`, one), options);
  const remove = useSave(() => ask("delete", path, one), options);
  return (
    <>
      <IconButton
        icon="refresh"
        color="gray"
        label={t("reindex", { name: document.name })}
        title={t(document.status === "failed" ? "tryAgain" : "reindexHint")}
        loading={reindex.isPending}
        onClick={() => reindex.mutate()}
      />
      <ConfirmButton
        question={t("deleteDocument", { name: document.name })}
        confirmLabel={common("action.delete")}
        onConfirm={() => remove.mutate()}
      >
        <IconButton icon="trash" color="gray" label={t("remove", { name: document.name })} />
      </ConfirmButton>
    </>
  );
}
