import { Button, Group, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { partnerAt } from "@/api/chat";
import { ask } from "@/api/http";
import type { Partner } from "@/api/partner";
import type { ChatShare } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { embedCode } from "@/components/triggers/embed-code";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";
import { limitsBody, NEW_LIMITS, ShareLimitFields } from "./share-limits";

type Right = ChatShare["right"];

type Props = {
  partner: Partner;
  /** Conversation that a link may show; without one, visitors only talk. */
  conversation: string | null;
};

/** A link for people without an account, and the code that shows the chat inside another page. */
export function NewLink({ partner, conversation }: Props) {
  const { t } = useTranslation("chat");
  const [wanted, setRight] = useState<Right>("read");
  const [limits, setLimits] = useState(NEW_LIMITS);
  const right = conversation === null ? "chat" : wanted;
  const { path, params } = partnerAt(partner, "shares");
  const create = useSave(
    () =>
      ask("post", path, {
        params,
        body: {
          right,
          conversation: right === "read" ? conversation : null,
          ...limitsBody(limits),
        },
      }),
    { refreshes: ["/api/*/shares/"], inPlace: true },
  );
  const link = create.data ? `${window.location.origin}/shared/${create.data.token}` : null;
  return (
    <>
      {conversation !== null && (
        <SegmentedControl
          fullWidth
          aria-label={t("share.right")}
          value={right}
          onChange={setRight}
          data={[
            { value: "read", label: t("share.read") },
            { value: "chat", label: t("share.chat") },
          ]}
        />
      )}
      <p className={classes.quiet}>{t(right === "read" ? "share.readHelp" : "share.chatHelp")}</p>
      <Group align="flex-end" gap="xs">
        <ShareLimitFields right={right} value={limits} onChange={setLimits} />
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {t("share.create")}
        </Button>
      </Group>
      <FormError error={create.error} />
      {link && (
        <div className={classes.section} role="status">
          <div className={classes.address}>
            <code className={classes.url}>{link}</code>
            <CopyButton text={link} />
          </div>
          <p className={classes.quiet}>{t("share.once")}</p>
          {right === "chat" && (
            <>
              <p className={classes.quiet}>{t("share.embed")}</p>
              <div className={classes.program}>
                <pre>{embedCode(link, t("share.embedTitle"))}</pre>
                <CopyButton text={embedCode(link, t("share.embedTitle"))} />
              </div>
            </>
          )}
        </div>
      )}
    </>
  );
}
