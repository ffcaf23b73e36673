import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Factor } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { RelativeTime } from "@/components/relative-time";
import classes from "@/features/settings/settings.module.css";

type Props = { factor: Factor; isLast: boolean; isBusy: boolean; onRemove: () => void };

export function FactorRow({ factor, isLast, isBusy, onRemove }: Props) {
  const { t } = useTranslation("settings");
  const name = factor.name || t("factors.app");
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{name}</p>
          <p className={classes.rowAbout}>
            {t("factors.added")} <RelativeTime iso={factor.created_at} />
            {factor.last_used_at && (
              <>
                {" · "}
                {t("factors.used")} <RelativeTime iso={factor.last_used_at} />
              </>
            )}
          </p>
        </div>
        <ConfirmButton
          question={t(isLast ? "factors.removeLast" : "factors.removeQuestion", { name })}
          confirmLabel={t("factors.remove")}
          onConfirm={onRemove}
        >
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={t("factors.removeLabel", { name })}
          >
            {t("factors.remove")}
          </Button>
        </ConfirmButton>
      </div>
    </li>
  );
}
