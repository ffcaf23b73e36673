import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "@/api/errors";
import { Icon } from "@/components/icon";
import { PLACES, type Place } from "@/components/places";
import classes from "@/components/state.module.css";
import { useErrorText } from "@/components/use-error-text";

type Props = {
  error: unknown;
  onRetry?: () => void;
  /** List of this kind, as a way out when the page's item is gone. */
  list?: Place["name"];
};

export function ErrorState({ error, onRetry, list }: Props) {
  const { t } = useTranslation();
  const { title, text } = useErrorText()(error);
  const isGone = error instanceof ApiError && error.isMissing;
  const back = isGone ? PLACES.find(({ name }) => name === list) : undefined;
  return (
    <div className={classes.state} role="alert">
      <span className={classes.sign} data-failed="true">
        <Icon name="alert-circle" size={22} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {back && (
        <div className={classes.actions}>
          <Button component={Link} to={back.to}>
            {t("error.missing.goTo", { place: t(`nav.${back.name}`) })}
          </Button>
        </div>
      )}
      {onRetry && !back && (
        <div className={classes.actions}>
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
