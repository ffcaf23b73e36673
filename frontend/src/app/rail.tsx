import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useApprovals } from "@/api/queries";
import { AccountMenu } from "@/app/account-menu";
import classes from "@/app/rail.module.css";
import { RailLink } from "@/app/rail-link";
import { Icon } from "@/components/icon";
import { Logo } from "@/components/logo";
import { useUser } from "@/hooks/use-user";

export function Rail() {
  const { t } = useTranslation();
  const user = useUser();
  const waiting = useOpenApprovals();
  return (
    <nav className={classes.rail} aria-label={t("nav.label")}>
      <Link to="/workflows" className={classes.logo} aria-label={t("product")}>
        <Logo size={26} />
      </Link>
      <RailLink to="/workflows" icon="sitemap" label={t("nav.workflows")} />
      <RailLink to="/agents" icon="robot" label={t("nav.agents")} />
      <RailLink to="/runs" icon="history" label={t("nav.runs")} />
      <RailLink to="/approvals" icon="checkbox" label={t("nav.approvals")} count={waiting} />
      <RailLink to="/tools" icon="tools" label={t("nav.tools")} />
      <RailLink to="/knowledge" icon="book" label={t("nav.knowledge")} />
      <RailLink to="/settings" icon="settings" label={t("nav.settings")} />
      <span className={classes.gap} />
      {user.is_staff && (
        <Tooltip label={t("nav.admin")} position="right">
          <a href="/admin/" className={classes.link} aria-label={t("nav.admin")}>
            <Icon name="shield-lock" size={20} stroke={1.6} />
          </a>
        </Tooltip>
      )}
      <AccountMenu user={user} />
    </nav>
  );
}

/** How many things wait for the person who looks, as text; empty for none. */
function useOpenApprovals(): string {
  const { data } = useApprovals({ status: "open" });
  const count = data?.pages[0]?.results.length ?? 0;
  if (count === 0) return "";
  return data?.pages[0]?.next ? `${count}+` : String(count);
}
