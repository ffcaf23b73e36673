/** An API: an OpenAPI document that the server reads, and the operations of it that are wanted. */

import { Button, FileButton, Group, TextInput } from "@mantine/core";
import { type ClipboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/api/errors";
import { ask, withParts } from "@/api/http";
import type { JsonObject, OpenApiReport } from "@/api/types";
import type { ControlProps } from "../control";
import classes from "../schema-form.module.css";
import { OperationList, onEnter } from "./operation-list";

/** An OpenAPI document: the file itself, or where it is. */
type OpenApiSource = { file: File } | { address: string };
type Read = { source: OpenApiSource; report: OpenApiReport };

export function OpenApiControl({ id, value, onChange, context, label }: ControlProps<JsonObject>) {
  const { t } = useTranslation("schema-form");
  const [read, setRead] = useState<Read | null>(null);
  const [address, setAddress] = useState("");
  const [refusal, setRefusal] = useState("");
  const [reading, setReading] = useState(false);
  const kept = operationsOf(value);

  /** The API with the chosen operations; null when it could not be read. */
  const load = async (source: OpenApiSource, chosen: string[] = []): Promise<JsonObject | null> => {
    setReading(true);
    try {
      const parts = withParts({ ...source, chosen: chosen.join("\n") });
      const report = await ask("post", "/api/tools/openapi/", { body: {}, ...parts });
      setRead({ source, report });
      setRefusal("");
      return report.api;
    } catch (error) {
      setRefusal(sentenceOf(error) || t("openapi.unreadable"));
      return null;
    } finally {
      setReading(false);
    }
  };
  const take = async (source: OpenApiSource, chosen: string[]): Promise<boolean> => {
    const taken = await load(source, chosen);
    if (taken) onChange(taken);
    return taken !== null;
  };
  const fetchTyped = () => void load(sourceOf(address.trim()));
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text").trim();
    const source = sourceOf(text);
    if ("address" in source) return;
    // The line would lose the document's line ends.
    event.preventDefault();
    setAddress("");
    void load(source);
  };

  return (
    <>
      {value && !read && (
        <p className={classes.hint}>
          {t("openapi.kept", { title: String(value.title || ""), count: kept.length })}
        </p>
      )}
      {!context.readOnly && (
        <Group gap="xs" mt="xs" align="end">
          <TextInput
            id={id}
            flex={1}
            miw={160}
            size="xs"
            inputMode="url"
            aria-label={t("openapi.address")}
            placeholder="https://api.example.com/openapi.json"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onPaste={onPaste}
            onKeyDown={onEnter(() => address.trim() && fetchTyped())}
          />
          <Button
            size="xs"
            variant="default"
            loading={reading}
            disabled={!address.trim()}
            onClick={fetchTyped}
          >
            {t("openapi.fetch")}
          </Button>
          <FileButton accept=".json,.yaml,.yml" onChange={(file) => file && void load({ file })}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={reading}>
                {t("openapi.upload")}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {refusal && (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      )}
      {read && (
        <OperationList
          label={label}
          report={read.report}
          kept={kept}
          reading={reading}
          onTake={(chosen) => take(read.source, chosen)}
        />
      )}
    </>
  );
}

/** A document is an object or has lines; an address has neither. */
function sourceOf(text: string): OpenApiSource {
  return /^\{|\n/.test(text) ? { file: new File([text], "document") } : { address: text };
}

function operationsOf(value: JsonObject | undefined): string[] {
  const rows = Array.isArray(value?.operations) ? value.operations : [];
  return rows.flatMap((row) =>
    row && typeof row === "object" && !Array.isArray(row) && typeof row.id === "string" ? [row.id] : [],
  );
}
