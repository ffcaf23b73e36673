/** The way from a failure for want of an account to the place where it is connected. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RunError } from "@/api/types";

const CODE = "account_not_connected";

export function ReconnectLink({ error }: { error: Pick<RunError, "code"> }) {
  const { t } = useTranslation("inspector");
  return error.code === CODE ? (
    <p>
      <Link to="/settings/credentials">{t("reconnect")}</Link>
    </p>
  ) : null;
}
