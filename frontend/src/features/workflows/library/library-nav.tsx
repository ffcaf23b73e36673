import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";
import classes from "@/features/workflows/library/library.module.css";
import type { LibraryPlace } from "@/features/workflows/library/library-place";
import { useFolderDrop } from "@/features/workflows/library/use-folder-drop";
import { type LibraryEntry, useLibrarySections } from "@/features/workflows/library/use-library-sections";

/** Beside the workflows: all of them, favourites, folders and tags. Cards may be dropped on folders. */
export function LibraryNav({ place }: { place: LibraryPlace }) {
  const { t } = useTranslation("workflows");
  const sections = useLibrarySections(place);
  return (
    <nav className={classes.nav} aria-label={t("library.title")}>
      {sections.map(({ title, entries }) => (
        <section key={title}>
          {title && <h2 className={classes.heading}>{title}</h2>}
          <ul className={classes.entries}>
            {entries.map((entry) => (
              <NavEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {sections.length === 1 && <p className={classes.hint}>{t("library.hint")}</p>}
    </nav>
  );
}

function NavEntry({ entry }: { entry: LibraryEntry }) {
  const { t } = useTranslation("workflows");
  const { isOver, handlers } = useFolderDrop(entry.folder);
  return (
    <li>
      <Link
        to={entry.to}
        className={classes.entry}
        style={{ paddingLeft: 8 + entry.level * 14 }}
        aria-current={entry.isCurrent || undefined}
        aria-label={t("library.entry", { name: entry.label, count: entry.count })}
        data-over={isOver || undefined}
        {...handlers}
      >
        <Icon name={entry.icon} size={15} />
        <span className={`${classes.label} fl-clip`}>{entry.label}</span>{" "}
        <span className={classes.count}>{entry.count}</span>
      </Link>
    </li>
  );
}
