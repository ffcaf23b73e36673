/** Passkeys of this browser (WebAuthn Level 3), in the JSON forms that the server reads and writes. */

import type { JsonObject } from "@/api/types";

/** True if this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Make a passkey. Throws a DOMException when the person cancels, or has this one already. */
export async function createPasskey(options: JsonObject): Promise<JsonObject> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Prove with a passkey that it is still the same person. Throws a DOMException when they cancel. */
export async function provePasskey(options: JsonObject): Promise<JsonObject> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

function jsonOf(credential: Credential | null): JsonObject {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
  return credential.toJSON() as JsonObject;
}
