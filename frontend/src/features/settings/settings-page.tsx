import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import { Page } from "@/components/page";
import classes from "@/features/settings/settings.module.css";

const SECTIONS: { id: string; icon: IconName }[] = [
  { id: "account", icon: "user-check" },
  { id: "providers", icon: "sparkles" },
  { id: "credentials", icon: "key" },
  { id: "tokens", icon: "terminal-2" },
  { id: "appearance", icon: "adjustments" },
];

export function SettingsPage() {
  const { t } = useTranslation("settings");
  return (
    <Page title={t("title")}>
      <div className={classes.layout}>
        <nav className={classes.sections} aria-label={t("title")}>
          {SECTIONS.map(({ id, icon }) => (
            <NavLink key={id} to={`/settings/${id}`} className={classes.section}>
              <Icon name={icon} />
              {t(`${id}.title`)}
            </NavLink>
          ))}
        </nav>
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
