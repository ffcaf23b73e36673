/** Time limit, attempts, and failure handling of a node. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject, NodeDoc, NodePolicy, NodeTypeInfo } from "@/api/types";
import { NumberField } from "@/components/number-field";
import { policyOf } from "@/document/policy";
import { changeOperations } from "@/document/ports";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import classes from "./inspector.module.css";
import { PolicyOutput } from "./policy-output";

const LABEL = { key: "commands:edit.policy" };
const CHOICES = ["fail", "default", "port"] as const;
const MAX_ATTEMPTS = 10;
const LONGEST_S = 86_400;

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
    max: name === "attempts" ? MAX_ATTEMPTS : LONGEST_S,
    ...(name === "attempts" ? { allowDecimal: false } : { time: "s" as const }),
    error: errors?.[`policy.${name}`],
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
