import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "@/components/state.module.css";
import { useErrorText } from "@/components/use-error-text";

type Props = { error: unknown; onRetry?: () => void };

export function ErrorState({ error, onRetry }: Props) {
  const { t } = useTranslation();
  const { title, text } = useErrorText()(error);
  return (
    <div className={classes.state} role="alert">
      <span className={classes.sign} data-failed="true">
        <Icon name="alert-circle" size={22} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {onRetry && (
        <div className={classes.actions}>
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
