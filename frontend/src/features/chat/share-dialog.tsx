import { Button, Group, Modal, NumberInput, SegmentedControl, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useShares } from "@/api/queries";
import { queryKeys } from "@/api/query-keys";
import type { ChatAgent, ChatShare } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/lib/format";
import classes from "./chat.module.css";

const DAY_MS = 86_400_000;
const DAYS = ["1", "7", "30", "0"] as const;
type Right = ChatShare["right"];

type Props = { agent: ChatAgent; conversation: string | null; opened: boolean; onClose: () => void };

/** Links for people without an account: what they may do, how long, and which there are. */
export function ShareDialog({ agent, conversation, opened, onClose }: Props) {
  const { t } = useTranslation("chat");
  return (
    <Modal opened={opened} onClose={onClose} title={t("share.title")} size="md">
      <NewLink agent={agent} conversation={conversation} />
      {opened && <Links agent={agent} />}
    </Modal>
  );
}

function NewLink({ agent, conversation }: Pick<Props, "agent" | "conversation">) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const [wanted, setRight] = useState<Right>("read");
  const [days, setDays] = useState<string>("30");
  const [turns, setTurns] = useState<number | string>(200);
  const [money, setMoney] = useState<number | string>(5);
  const right = conversation === null ? "chat" : wanted;
  const create = useMutation({
    mutationFn: () =>
      api.chat.share(agent.slug, {
        right,
        conversation: right === "read" ? conversation : null,
        expires_at: days === "0" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        ...(typeof turns === "number" && { turns_per_day: turns }),
        ...(typeof money === "number" && { money_per_day: money }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.shares(agent.slug) }),
  });
  const link = create.data ? `${window.location.origin}/shared/${create.data.token}` : null;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("share.right")}
        value={right}
        disabled={conversation === null}
        onChange={(value) => setRight(value as Right)}
        data={[
          { value: "read", label: t("share.read") },
          { value: "chat", label: t("share.chat") },
        ]}
      />
      <p className={classes.quiet}>{t(right === "read" ? "share.readHelp" : "share.chatHelp")}</p>
      <Group align="flex-end" gap="xs">
        <Select
          label={t("share.expires")}
          value={days}
          allowDeselect={false}
          data={DAYS.map((value) => ({ value, label: t(`share.days.${value}`) }))}
          onChange={(value) => setDays(value ?? "30")}
        />
        {right === "chat" && (
          <>
            <NumberInput
              label={t("share.turnsPerDay")}
              w={130}
              min={1}
              allowDecimal={false}
              value={turns}
              onChange={setTurns}
            />
            <NumberInput label={t("share.moneyPerDay")} w={130} min={0} value={money} onChange={setMoney} />
          </>
        )}
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
        </div>
      )}
    </>
  );
}

function Links({ agent }: Pick<Props, "agent">) {
  const { t } = useTranslation("chat");
  const queries = useQueryClient();
  const { data } = useShares(agent.slug);
  const revoke = useMutation({
    mutationFn: api.chat.revoke,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.shares(agent.slug) }),
  });
  const links = (data?.results ?? []).filter((share) => share.revoked_at === null);
  if (links.length === 0) return null;
  return (
    <section>
      <h3 className={classes.label}>{t("share.links")}</h3>
      {links.map((share) => (
        <div key={share.id} className={classes.linkRow}>
          <code>{share.prefix}…</code>
          <span>{t(`share.${share.right}`)}</span>
          <span className={classes.quiet}>
            {share.expires_at === null
              ? t("share.days.0")
              : t("share.until", { time: formatDateTime(share.expires_at, currentLanguage()) })}
          </span>
          {share.right === "chat" && (
            <span className={classes.quiet}>
              {t("share.caps", { turns: share.turns_per_day, money: share.money_per_day })}
            </span>
          )}
          <span className={classes.gap} />
          <Button size="xs" variant="default" onClick={() => revoke.mutate(share.id)}>
            {t("share.revoke")}
          </Button>
        </div>
      ))}
      <FormError error={revoke.error} />
    </section>
  );
}
