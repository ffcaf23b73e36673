import { Menu, Tooltip, UnstyledButton } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useMatch } from "react-router";
import type { User } from "@/api/types";
import { AccountItems } from "@/app/account-items";
import { InboxButton, type InboxState } from "@/app/inbox-button";
import classes from "@/app/rail.module.css";
import { RailLabel } from "@/app/rail-label";
import { useOpenApprovals } from "@/app/use-open-approvals";
import type { IconName } from "@/components/icons";
import { Logo } from "@/components/logo";
import { ADMIN_PLACE, PLACES } from "@/components/places";
import { useUser } from "@/hooks/use-user";

/** All places of the product, in words; it folds to icons. */
export function Rail({ inbox }: { inbox: InboxState }) {
  const { t } = useTranslation();
  const user = useUser();
  const waiting = useOpenApprovals();
  const [folded, fold] = useRailFolded();
  const foldLabel = t(folded ? "nav.unfold" : "nav.fold");
  return (
    <nav className={classes.rail} data-folded={folded || undefined} aria-label={t("nav.label")}>
      <Link to="/" className={classes.logo} aria-label={t("product")}>
        <Logo size={26} />
        <span className={classes.word}>{t("product")}</span>
      </Link>
      {PLACES.map(({ name, ...place }) => (
        <RailLink
          key={name}
          {...place}
          label={t(`nav.${name}`)}
          count={name === "approvals" ? waiting : ""}
          folded={folded}
        />
      ))}
      <span className={classes.gap} />
      {user.is_staff && (
        <Tooltip label={t("nav.admin")} position="right" disabled={!folded}>
          <a href={ADMIN_PLACE.to} className={classes.link} aria-label={t("nav.admin")}>
            <RailLabel icon={ADMIN_PLACE.icon} label={t("nav.admin")} />
          </a>
        </Tooltip>
      )}
      <InboxButton {...inbox} className={classes.link} position="right-end" folded={folded} />
      <Tooltip label={foldLabel} position="right" disabled={!folded}>
        <UnstyledButton className={classes.link} aria-label={foldLabel} onClick={() => fold(!folded)}>
          <RailLabel icon={folded ? "sidebar-expand" : "sidebar-collapse"} label={foldLabel} />
        </UnstyledButton>
      </Tooltip>
      <AccountMenu user={user} />
    </nav>
  );
}

function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Menu position="right-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label={t("nav.account", { name: user.username })}>
          <span className={classes.initial} data-initial={user.username.slice(0, 1).toUpperCase()} />
          <span className={classes.word}>{user.username}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountItems user={user} />
      </Menu.Dropdown>
    </Menu>
  );
}

type Props = {
  to: string;
  icon: IconName;
  label: string;
  /** Shown beside the label when there is something to do; a text for more than can be counted. */
  count?: string;
  /** The label is in a tooltip only. */
  folded: boolean;
};

function RailLink({ to, icon, label, count = "", folded }: Props) {
  const name = count === "" ? label : `${label} ${count}`;
  return (
    <Tooltip label={name} position="right" disabled={!folded}>
      <NavLink to={to} end={to === "/"} className={classes.link} aria-label={name}>
        <RailLabel icon={icon} label={label} count={count} />
      </NavLink>
    </Tooltip>
  );
}

/** Collapse the rail to icons: the user's choice, or by default when space is short. */
function useRailFolded(): [boolean, (folded: boolean) => void] {
  const { id } = useUser();
  const isNarrow = useMediaQuery("(width <= 1280px)", undefined, { getInitialValueInEffect: false });
  const isEditor = useMatch("/workflows/:id") !== null;
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: `flowloom-rail-folded-${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return [chosen ?? (isNarrow || isEditor), choose];
}
