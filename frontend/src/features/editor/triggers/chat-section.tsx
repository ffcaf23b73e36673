/** Address of the chat page, and a conversation to try the draft. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NodeDoc, Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { ChatAddress } from "@/components/triggers/chat-address";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { usePrepared } from "./use-prepared";

export function ChatSection({ node, trigger }: { node: NodeDoc; trigger: Trigger | undefined }) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h2 className={classes.title}>{t("address.title")}</h2>
      {trigger ? <ChatAddress trigger={trigger} /> : <p className={classes.quiet}>{t("address.making")}</p>}
      {trigger && <p className={classes.quiet}>{t("chat.share")}</p>}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("chat.publish")}</p>}
      {trigger && !readOnly && (
        <div className={classes.row}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="message-circle" size={14} />}
            onClick={() => useUi.getState().set({ dockOpen: true, dockTab: "chat", opening: "dock" })}
          >
            {t("chat.test")}
          </Button>
        </div>
      )}
    </section>
  );
}
