import { useCredentials } from "@/api/queries/settings";
import { OriginQuestion } from "@/components/credentials/origin-question";

const CODE = "origin_not_confirmed";

type Failure = { code: string; details?: Record<string, unknown> | null | undefined };

/** Asks whether a credential may be sent where a run wanted to send it; nothing for other failures. */
export function CredentialQuestion({ error }: { error: Failure }) {
  return error.code === CODE && error.details ? <Question details={error.details} /> : null;
}

function Question({ details }: { details: Record<string, unknown> }) {
  const credentials = useCredentials();
  const credential = credentials.data?.find(({ id }) => id === details.credential_id);
  const origin = String(details.origin);
  if (!credential || credential.origins.includes(origin)) return null;
  return <OriginQuestion credential={credential} origin={origin} />;
}
