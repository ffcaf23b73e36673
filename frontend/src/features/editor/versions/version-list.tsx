/** The draft and the published versions, newest first. */

import { Badge, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary, WorkflowVersion } from "@/api/types";
import { useVersions } from "@/api/workflows";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import type { Side } from "./side";
import classes from "./versions.module.css";

type Props = { workflow: WorkflowSummary; shown: Side; onShow: (side: Side) => void };

export function VersionList({ workflow, shown, onShow }: Props) {
  const { t } = useTranslation("versions");
  const query = useVersions(workflow.id);
  const versions = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <nav className={classes.list} aria-label={t("title")}>
      <UnstyledButton
        className={classes.version}
        aria-current={shown === "draft" || undefined}
        onClick={() => onShow("draft")}
      >
        <strong>{t("draft")}</strong>
        {workflow.unpublished_changes && <span className={classes.quiet}>{t("unpublished")}</span>}
      </UnstyledButton>
      <QueryList query={query} rows={versions} pending={null}>
        {versions.map((version) => (
          <VersionEntry
            key={version.number}
            version={version}
            isShown={shown === version.number}
            onShow={() => onShow(version.number)}
          />
        ))}
      </QueryList>
    </nav>
  );
}

type EntryProps = { version: WorkflowVersion; isShown: boolean; onShow: () => void };

function VersionEntry({ version, isShown, onShow }: EntryProps) {
  const { t } = useTranslation("versions");
  const { number, name, note, created_by: author } = version;
  return (
    <UnstyledButton className={classes.version} aria-current={isShown || undefined} onClick={onShow}>
      <span className={classes.versionHead}>
        <strong className="fl-clip">{name || t("version", { number })}</strong>
        {name && <span className={classes.quiet}>{number}</span>}
        {version.is_live && (
          <Badge className={classes.live} size="sm" variant="light" color="gray" title={t("liveHelp")}>
            {t("live")}
          </Badge>
        )}
      </span>
      <span className={classes.quiet}>
        {author?.username ?? t("removedAuthor")} · <RelativeTime iso={version.created_at} />
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </UnstyledButton>
  );
}
