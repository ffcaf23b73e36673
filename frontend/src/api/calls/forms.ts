/** Public forms, of who fills them in: no account is needed. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, http } from "@/api/http";
import type * as T from "@/api/types";

const form = ({ token, draft }: FormAt) => ({ path: { token }, ...(draft && { query: { draft } }) });
const submission = (token: string, key: string) => ({ path: { token, key } });

/** A form by the token of its address; `draft` shows and runs it as its workflow is now. */
export type FormAt = { token: string; draft: boolean };

/** Files by the name of the field that they fill. */
export type FieldFiles = Readonly<Record<string, readonly File[]>>;

/** Sends the files as parts beside the body, where there are some. */
function withParts(body: T.FormSubmission | T.FormStepAnswer, files: FieldFiles) {
  const parts = Object.entries(files).flatMap(([name, some]) => some.map((file) => [name, file] as const));
  if (parts.length === 0) return {};
  const sent = new FormData();
  sent.set("json", JSON.stringify(body));
  for (const [name, file] of parts) sent.append(name, file);
  return { bodySerializer: () => sent };
}

export const forms = {
  get: (at: FormAt, signal?: Signal) =>
    dataOf<T.PublicForm>(() => http.GET("/api/forms/{token}/", { params: form(at), signal })),
  open: (token: string, password: string) =>
    dataOf<T.PublicForm>(() =>
      http.POST("/api/forms/{token}/open/", { params: { path: { token } }, body: { password } }),
    ),
  submit: (at: FormAt, body: T.FormSubmission, files: FieldFiles) =>
    dataOf<T.Submission>(() =>
      http.POST("/api/forms/{token}/submissions/", {
        params: form(at),
        body,
        ...withParts(body, files),
      }),
    ),
  submission: (token: string, key: string, signal?: Signal) =>
    dataOf<T.Submission>(() =>
      http.GET("/api/forms/{token}/submissions/{key}/", { params: submission(token, key), signal }),
    ),
  /** Address of the result's files. */
  filesAddress: (token: string, key: string) =>
    `/api/forms/${encodeURIComponent(token)}/submissions/${encodeURIComponent(key)}/files/`,
  /** Fill in a form in the middle of the run. */
  answer: (token: string, key: string, body: T.FormStepAnswer, files: FieldFiles) =>
    dataOf<T.Submission>(() =>
      http.POST("/api/forms/{token}/submissions/{key}/", {
        params: submission(token, key),
        body,
        ...withParts(body, files),
      }),
    ),
};
