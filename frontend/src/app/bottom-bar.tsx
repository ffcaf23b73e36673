import { Menu, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { AccountItems } from "@/app/account-items";
import classes from "@/app/bottom-bar.module.css";
import { InboxButton, type InboxState } from "@/app/inbox-button";
import { RailLabel } from "@/app/rail-label";
import { useOpenApprovals } from "@/app/use-open-approvals";
import { Icon } from "@/components/icon";
import { ADMIN_PLACE, PLACES } from "@/components/places";
import { useUser } from "@/hooks/use-user";

const IN_REACH = 4;

/** The rail of a phone: what people do away from their desk is within reach of the thumb. */
export function BottomBar({ inbox }: { inbox: InboxState }) {
  const { t } = useTranslation();
  const user = useUser();
  const waiting = useOpenApprovals();
  return (
    <nav className={classes.bar} aria-label={t("nav.label")}>
      {PLACES.slice(0, IN_REACH).map(({ name, to, icon }) => {
        const count = name === "approvals" ? waiting : "";
        return (
          <NavLink
            key={name}
            to={to}
            end={to === "/"}
            className={classes.item}
            aria-label={count ? `${t(`nav.${name}`)} ${count}` : undefined}
          >
            <RailLabel icon={icon} label={t(`nav.${name}`)} count={count} />
          </NavLink>
        );
      })}
      <InboxButton {...inbox} className={classes.item} position="top-end" />
      <Menu position="top-end" width={220}>
        <Menu.Target>
          <UnstyledButton className={classes.item}>
            <RailLabel icon="dots" label={t("nav.more")} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {PLACES.slice(IN_REACH).map(({ name, to, icon }) => (
            <Menu.Item key={name} component={NavLink} to={to} leftSection={<Icon name={icon} />}>
              {t(`nav.${name}`)}
            </Menu.Item>
          ))}
          {user.is_staff && (
            <Menu.Item component="a" href={ADMIN_PLACE.to} leftSection={<Icon name={ADMIN_PLACE.icon} />}>
              {t("nav.admin")}
            </Menu.Item>
          )}
          <Menu.Divider />
          <AccountItems user={user} />
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
