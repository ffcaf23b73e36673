import { Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountMenu } from "@/app/account-menu";
import { InboxButton, type InboxState } from "@/app/inbox-button";
import classes from "@/app/rail.module.css";
import { RailLabel } from "@/app/rail-label";
import { RailLink } from "@/app/rail-link";
import { useOpenApprovals } from "@/app/use-open-approvals";
import { useRailFolded } from "@/app/use-rail-folded";
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
