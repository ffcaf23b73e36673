/** The chat page of a workflow, for those who may run it: to open, and to copy. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { chatPath } from "@/api/partner";
import type { Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { AddressBox } from "./address-box";
import { isPublished } from "./trigger-state";

export function ChatAddress({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const path = chatPath({ kind: "workflow", workflow: trigger.workflow.id, node: trigger.node_key });
  const address = `${window.location.origin}${path}`;
  return (
    <AddressBox url={address}>
      {isPublished(trigger) && (
        <Button
          component={Link}
          to={path}
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="external-link" size={13} />}
        >
          {t("form.open")}
        </Button>
      )}
    </AddressBox>
  );
}
