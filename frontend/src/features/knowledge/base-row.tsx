import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { KnowledgeBase } from "@/api/knowledge";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import rows from "@/components/rows.module.css";
import classes from "@/features/knowledge/knowledge.module.css";

/** One knowledge base in the list: what is in it, and what is going on. */
export function BaseRow({ base }: { base: KnowledgeBase }) {
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
        <p className={classes.meta}>{base.description || `kb:${base.slug}`}</p>
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
