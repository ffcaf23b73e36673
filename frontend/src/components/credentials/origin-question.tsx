import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCredentials } from "@/api/settings";
import type { Credential } from "@/api/types";
import { useOriginDecision } from "@/components/credentials/use-origin-decision";
import { RelativeTime } from "@/components/relative-time";
import classes from "./credentials.module.css";

type Props = { credential: Credential; origin: string; by?: string; at?: string };

/** Asks the owner of a credential whether it may be sent where a call wanted to send it. */
export function OriginQuestion({ credential, origin, by, at }: Props) {
  const { t } = useTranslation("settings");
  const { mutate, isPending } = useOriginDecision(credential.id);
  return (
    <fieldset className={classes.question} aria-label={t("credentials.origin.title", { origin })}>
      <div className={classes.rowText}>
        <p className={classes.plain}>
          {t("credentials.origin.asked", { name: credential.name })} <code>{origin}</code>
        </p>
        <p className={classes.quiet}>
          {by && `${t("credentials.origin.by", { by })} `}
          {at && <RelativeTime iso={at} />}
        </p>
      </div>
      {credential.decides_origins ? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => mutate({ origin, isAllowed: false })}
          >
            {t("credentials.origin.refuse")}
          </Button>
          <Button size="compact-sm" loading={isPending} onClick={() => mutate({ origin, isAllowed: true })}>
            {t("credentials.origin.confirm")}
          </Button>
        </>
      ) : (
        <span className={classes.quiet}>
          {t("credentials.origin.owner", { owner: credential.owner?.username ?? "–" })}
        </span>
      )}
    </fieldset>
  );
}

type Failure = { code: string; details: unknown };

/** Asks whether a credential may be sent where a failed call wanted to send it; nothing for other failures. */
export function CredentialQuestion({ code, details }: Failure) {
  const isAsked = code === "origin_not_confirmed" && typeof details === "object" && details !== null;
  return isAsked ? <Question details={{ ...details }} /> : null;
}

function Question({ details }: { details: Record<string, unknown> }) {
  const credentials = useCredentials();
  const credential = credentials.data?.find(({ id }) => id === details.credential_id);
  const origin = String(details.origin);
  if (!credential || credential.origins.includes(origin)) return null;
  return <OriginQuestion credential={credential} origin={origin} />;
}
