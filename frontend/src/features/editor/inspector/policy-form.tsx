/** Reliability of a node: time limit, attempts, and failure handling. */

import { useTranslation } from "react-i18next";
import type { NodeDoc, NodePolicy, NodeTypeInfo } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { FieldGroup } from "@/components/schema-form/field-group";
import { policyOf } from "@/document/policy";
import classes from "./inspector.module.css";

export const LazyPolicyFields = lazyComponent(async () => (await import("./policy-fields")).PolicyFields);

type Props = { node: NodeDoc; type: NodeTypeInfo };

export function PolicyForm({ node, type }: Props) {
  const { t } = useTranslation("inspector");
  return (
    <div className={classes.policyGroup}>
      <FieldGroup title={t("policy.title")} collapsed={isUntouched(policyOf(node))}>
        <LazyPolicyFields node={node} type={type} />
      </FieldGroup>
    </div>
  );
}

function isUntouched({ timeoutS, attempts, onError }: Required<NodePolicy>): boolean {
  return timeoutS === null && attempts === 1 && onError === "fail";
}
