import { ActionIcon, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useVariableChanges } from "@/api/queries/variables";
import type { EnvVariable } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/settings/settings.module.css";

/** `onEdit` is null for those who may only read. */
type Props = { variable: EnvVariable; onEdit: (() => void) | null };

export function VariableRow({
  variable: { name, value, test_value: testValue, description },
  onEdit,
}: Props) {
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  const errorText = useErrorText();
  const { remove } = useVariableChanges();
  const deleteIt = () =>
    remove.mutate(name, {
      onSuccess: () => notifyDone(t("variables.deleted")),
      onError: (error) => notifyFailed(errorText(error)),
    });
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{name}</p>
          <p className={classes.rowAbout}>{value}</p>
          {testValue !== null && (
            <p className={classes.rowAbout}>{t("variables.inTests", { value: testValue })}</p>
          )}
          {description && <p className={classes.rowAbout}>{description}</p>}
        </div>
        {onEdit && (
          <>
            <Tooltip label={common("action.edit")}>
              <ActionIcon aria-label={t("variables.edit", { name })} onClick={onEdit}>
                <Icon name="pencil" />
              </ActionIcon>
            </Tooltip>
            <ConfirmButton
              question={t("variables.deleteQuestion", { name })}
              confirmLabel={t("variables.delete")}
              onConfirm={deleteIt}
            >
              <ActionIcon aria-label={t("variables.deleteLabel", { name })}>
                <Icon name="trash" />
              </ActionIcon>
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}
