import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";
import classes from "@/features/workflows/library/library.module.css";
import type { LibraryPlace } from "@/features/workflows/library/library-place";
import { useLibrarySections } from "@/features/workflows/library/use-library-sections";

/** The same places where there is no room beside the workflows. */
export function LibraryMenu({ place }: { place: LibraryPlace }) {
  const { t } = useTranslation("workflows");
  const sections = useLibrarySections(place);
  const current = sections.flatMap(({ entries }) => entries).find(({ isCurrent }) => isCurrent);
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Icon name={current?.icon ?? "folder"} size={15} />}
          rightSection={<Icon name="chevron-down" size={14} />}
          className={classes.target}
        >
          {current?.label ?? t("library.title")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {sections.map(({ title, entries }) => [
          title && <Menu.Label key={title}>{title}</Menu.Label>,
          ...entries.map(({ id, to, label, icon, level, count, isCurrent }) => (
            <Menu.Item
              key={id}
              component={Link}
              to={to}
              pl={12 + level * 14}
              aria-current={isCurrent || undefined}
              leftSection={<Icon name={icon} size={15} />}
              rightSection={<span className={classes.count}>{count}</span>}
            >
              {label}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
