import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WorkflowSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import classes from "@/components/workflow-card/workflow-card.module.css";

const SHOWN_TAGS = 3;

/** Folder and tags of a workflow, with links. */
export function WorkflowLabels({ folder, tags }: Pick<WorkflowSummary, "folder" | "tags">) {
  const { t } = useTranslation("workflows");
  const shown = folder.replaceAll("/", " / ");
  const others = tags.slice(SHOWN_TAGS);
  if (!folder && tags.length === 0) return null;
  return (
    <ul className={classes.labels}>
      {folder && (
        <li>
          <Link
            to={`/workflows?folder=${encodeURIComponent(folder)}`}
            className={`${classes.label} ${classes.folder}`}
            aria-label={t("card.folder", { name: shown })}
          >
            <Icon name="folder" size={14} />
            <span className="fl-clip">{shown}</span>
          </Link>
        </li>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag}>
          <Link
            to={`/workflows?tag=${encodeURIComponent(tag)}`}
            className={classes.label}
            aria-label={t("card.tag", { name: tag })}
          >
            <span className="fl-clip">{tag}</span>
          </Link>
        </li>
      ))}
      {others.length > 0 && (
        <li className={classes.more} title={others.join(", ")}>
          {t("card.moreTags", { count: others.length })}
        </li>
      )}
    </ul>
  );
}
