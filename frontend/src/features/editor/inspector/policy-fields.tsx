/** Time limit, attempts, and failure handling of a node. */

import { Input, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { POLICY_MAXIMUM } from "@/api/rules.gen";
import type { JsonObject, NodeDoc, NodePolicy, NodeTypeInfo } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import { NumberField } from "@/components/number-field";
import { policyOf } from "@/document/policy";
import { changeOperations } from "@/document/ports";
import classes from "@/features/editor/inspector/inspector.module.css";
import { readJsonObject } from "@/lib/json";
import { useDocument, useDocumentStore } from "@/stores/document-store";

const LABEL = { key: "commands:edit.policy" };
const CHOICES = ["fail", "default", "port"] as const;

type Props = { node: NodeDoc; type: NodeTypeInfo };

export function PolicyFields({ node, type }: Props) {
  const { t } = useTranslation("inspector");
  const store = useDocumentStore();
  const readOnly = useDocument((state) => state.readOnly);
  const errors = useDocument((state) => state.fieldErrors[node.key]);
  const policy = policyOf(node);
  const change = (changes: Partial<NodePolicy>) => {
    const operations = changeOperations(store.getState(), type, node.key, {
      policy: { ...policy, ...changes },
    });
    store.getState().applyChanges(operations, { label: LABEL, mergeKey: `policy:${node.key}` });
  };
  const number = (name: "timeoutS" | "attempts" | "backoffS" | "maxBackoffS", empty: number | null) => ({
    label: t(`policy.${name}`),
    description: t(`policy.${name}Help`),
    value: policy[name] ?? null,
    isNeeded: empty !== null,
    min: name === "attempts" ? 1 : 0,
    max: POLICY_MAXIMUM[name],
    ...(name === "attempts" ? { allowDecimal: false } : { time: "s" as const }),
    error: errors?.[`policy.${name}`]?.message,
    disabled: readOnly,
    onChange: (value: number | null) => change({ [name]: value ?? empty }),
  });
  return (
    <div className={classes.policy}>
      <NumberField {...number("timeoutS", null)} placeholder={t("policy.noLimit")} />
      <NumberField {...number("attempts", 1)} />
      {policy.attempts > 1 && (
        <>
          <NumberField {...number("backoffS", 1)} />
          <NumberField {...number("maxBackoffS", 60)} />
        </>
      )}
      <Select
        label={t("policy.onError")}
        description={t(`policy.onErrorHelp.${policy.onError}`)}
        allowDeselect={false}
        disabled={readOnly}
        value={policy.onError}
        data={CHOICES.map((value) => ({ value, label: t(`policy.on.${value}`) }))}
        onChange={(value) => change({ onError: CHOICES.find((choice) => choice === value) ?? "fail" })}
      />
      {policy.onError === "default" && (
        <PolicyOutput
          key={node.key}
          value={policy.defaultOutput}
          readOnly={readOnly}
          onChange={(defaultOutput: JsonObject) => change({ defaultOutput })}
        />
      )}
    </div>
  );
}

type PolicyOutputProps = { value: JsonObject; readOnly: boolean; onChange: (value: JsonObject) => void };

/** The output in place of a failure, as JSON; only what can be read becomes the value. */
function PolicyOutput({ value, readOnly, onChange }: PolicyOutputProps) {
  const { t } = useTranslation("inspector");
  const [draft, setDraft] = useState(() => JSON.stringify(value, null, 2));
  const [isReadable, setReadable] = useState(true);
  const change = (text: string) => {
    setDraft(text);
    const read = readJsonObject(text);
    setReadable(read !== null);
    if (read !== null) onChange(read);
  };
  return (
    <Input.Wrapper
      label={t("policy.defaultOutput")}
      labelElement="div"
      error={isReadable ? null : t("policy.badJson")}
    >
      <CodeEditor
        value={draft}
        onChange={change}
        language="json"
        label={t("policy.defaultOutput")}
        readOnly={readOnly}
      />
    </Input.Wrapper>
  );
}
