/** Public forms for the people who fill them in: no account is needed. */

import { server } from "@/api/cache";
import { at } from "@/api/http";
import type { FormStepAnswer, FormSubmission, Submission } from "@/api/types";

const EVERY_MS = 1_000;
/** Used once a run has taken a while: somebody else may be asked, or the visitor is. */
const SLOWLY_EVERY_MS = 5_000;
const SOON = 60;

/** A form by the token of its address; `draft` shows and runs it as its workflow is now. */
export type FormAt = { token: string; draft: boolean };

/** Files by the name of the field that they fill. */
export type FieldFiles = Readonly<Record<string, readonly File[]>>;

export const formAt = ({ token, draft }: FormAt) => at({ token }, draft ? { draft } : undefined);

/** The part of a call that sends files beside its body, where there are some. */
export function withFiles(body: FormSubmission | FormStepAnswer, files: FieldFiles) {
  const parts = Object.entries(files).flatMap(([name, some]) => some.map((file) => [name, file] as const));
  if (parts.length === 0) return {};
  const sent = new FormData();
  sent.set("json", JSON.stringify(body));
  for (const [name, file] of parts) sent.append(name, file);
  return { bodySerializer: () => sent };
}

/** URL of the result files. */
export const filesAddress = (token: string, key: string) =>
  `/api/forms/${encodeURIComponent(token)}/submissions/${encodeURIComponent(key)}/files/`;

export function usePublicForm(form: FormAt) {
  // A draft may have changed in another tab.
  const staleTime = form.draft ? 0 : Number.POSITIVE_INFINITY;
  return server.useQuery("get", "/api/forms/{token}/", formAt(form), { staleTime });
}

/** Polled until it has ended. */
export const useSubmission = (token: string, key: string, enabled: boolean) =>
  server.useQuery("get", "/api/forms/{token}/submissions/{key}/", at({ token, key }), {
    enabled,
    refetchInterval: ({ state }) => everyMs(state.data, state.dataUpdateCount),
  });

function everyMs(submission: Submission | undefined, asked: number): number | false {
  if (submission?.state === "done" || submission?.state === "failed") return false;
  return submission?.state === "asks" || asked > SOON ? SLOWLY_EVERY_MS : EVERY_MS;
}
