import { Button, Group, Modal, SegmentedControl } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { Partner } from "@/api/partner";
import { queryKeys } from "@/api/query-keys";
import type { ChatShare } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { embedCode } from "@/components/triggers/embed-code";
import program from "@/components/triggers/triggers.module.css";
import classes from "./chat.module.css";
import { limitsBody, NEW_LIMITS, ShareLimitFields } from "./share-limits";
import { ShareLinks } from "./share-links";
import { UseFromPrograms } from "./use-from-programs";

type Right = ChatShare["right"];

type Props = { partner: Partner; conversation: string | null; opened: boolean; onClose: () => void };

/** Links for people without an account: what they may do, how long, and which there are. */
export function ShareDialog({ partner, conversation, opened, onClose }: Props) {
  const { t } = useTranslation("chat");
  return (
    <Modal opened={opened} onClose={onClose} title={t("share.title")} size="md">
      <NewLink partner={partner} conversation={conversation} />
      {opened && <ShareLinks partner={partner} />}
      {partner.kind === "agent" && <UseFromPrograms slug={partner.slug} />}
    </Modal>
  );
}

function NewLink({ partner, conversation }: Pick<Props, "partner" | "conversation">) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const [wanted, setRight] = useState<Right>("read");
  const [limits, setLimits] = useState(NEW_LIMITS);
  const right = conversation === null ? "chat" : wanted;
  const create = useMutation({
    mutationFn: () =>
      api.chat.share(partner, {
        right,
        conversation: right === "read" ? conversation : null,
        ...limitsBody(limits),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.shares(partner) }),
  });
  const link = create.data ? `${window.location.origin}/shared/${create.data.token}` : null;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("share.right")}
        value={right}
        disabled={conversation === null}
        onChange={setRight}
        data={[
          { value: "read", label: t("share.read") },
          { value: "chat", label: t("share.chat") },
        ]}
      />
      <p className={classes.quiet}>{t(right === "read" ? "share.readHelp" : "share.chatHelp")}</p>
      <Group align="flex-end" gap="xs">
        <ShareLimitFields right={right} value={limits} onChange={setLimits} />
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {t("share.create")}
        </Button>
      </Group>
      <FormError error={create.error} />
      {link && (
        <div className={classes.link} role="status">
          <code>{link}</code>
          <CopyButton text={link} size="md" />
          <p className={classes.quiet}>{t("share.once")}</p>
          {right === "chat" && (
            <>
              <p className={classes.quiet}>{t("share.embed")}</p>
              <div className={program.program}>
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
