import { useCredentials } from "@/api/settings";
import { OriginQuestion } from "@/components/credentials/origin-question";

type Props = { code: string; details: unknown };

/** Asks whether a credential may be sent where a failed call wanted to send it; nothing for other failures. */
export function CredentialQuestion({ code, details }: Props) {
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
