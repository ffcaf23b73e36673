/** Acts that make or end access ask for the password again: their call waits for an answer and is repeated. */

import type { ApiError } from "@/api/errors";

/** Proof of identity: password, code or passkey. */
export type Proof = "password" | "code" | "passkey";
type Question = (proofs: readonly Proof[]) => Promise<boolean>;

const PROOFS: readonly Proof[] = ["password", "code", "passkey"];
let question: Question | null = null;

/** Let a screen put the question; returns how to stop. */
export function putConfirmations(by: Question): () => void {
  question = by;
  return () => {
    if (question === by) question = null;
  };
}

/** True once the person has confirmed the refused action; false if no screen can ask them. */
export async function isConfirmed(error: ApiError): Promise<boolean> {
  if (error.code !== "confirmation_needed" || question === null) return false;
  const { proofs } = error.data as Record<string, unknown>;
  return question(PROOFS.filter((proof) => Array.isArray(proofs) && proofs.includes(proof)));
}
