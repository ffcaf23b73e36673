/** The address of a request. A cURL command that is pasted here fills in the whole form; its secret becomes a credential. */

import { type ClipboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask } from "@/api/http";
import type { CurlReport, Json } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import type { ControlProps } from "../control";
import classes from "../schema-form.module.css";
import { TemplateLineControl } from "./text-controls";

const CredentialModal = lazyComponent(
  async () => (await import("@/components/credentials/credential-modal")).CredentialModal,
);
const COMMAND = /^\s*curl(\.exe)?\s/i;

export function RequestUrlControl(props: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const [report, setReport] = useState<CurlReport | null>(null);
  const [refusal, setRefusal] = useState("");
  const [isOffered, setOffered] = useState(false);

  const take = async (command: string) => {
    try {
      const read = await ask("post", "/api/tools/curl/", { body: { command } });
      for (const [field, value] of Object.entries(read.config)) props.changeSibling(field, value as Json);
      setReport(read);
      setOffered(Object.keys(read.secret).length > 0);
      setRefusal("");
    } catch (error) {
      setRefusal((error instanceof ApiError && error.errors[0]?.message) || t("curl.unreadable"));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const command = event.clipboardData.getData("text/plain");
    if (props.context.readOnly || !COMMAND.test(command)) return;
    // Before the editor inside takes it as text.
    event.preventDefault();
    event.stopPropagation();
    void take(command);
  };
  return (
    <>
      <div onPasteCapture={onPaste}>
        <TemplateLineControl {...props} />
      </div>
      {refusal && (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      )}
      {report && <p className={classes.hint}>{[t("curl.taken"), ...report.notes].join(" ")}</p>}
      {isOffered && report && (
        <CredentialModal
          edited="new"
          draft={report.secret}
          onClose={() => setOffered(false)}
          onSaved={(saved) => props.changeSibling("credential", saved.id)}
        />
      )}
    </>
  );
}
