import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, Outlet, useLocation } from "react-router";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { SETTINGS_SECTIONS } from "@/components/places";
import classes from "@/features/settings/settings.module.css";
import { useUser } from "@/hooks/use-user";

export function SettingsPage() {
  const { t } = useTranslation("settings");
  const isStaff = useUser().is_staff;
  const { pathname } = useLocation();
  const sections = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the section that is shown goes with the address
  useEffect(() => {
    // On a phone they are a row that scrolls.
    sections.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <Page title={t("title")}>
      <div className={classes.layout}>
        <nav ref={sections} className={classes.sections} aria-label={t("title")}>
          {SETTINGS_SECTIONS.filter(({ isForStaff }) => isStaff || !isForStaff).map(({ id, icon }) => (
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
