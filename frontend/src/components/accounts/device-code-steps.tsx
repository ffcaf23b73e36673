import { Anchor, Button, Group, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CATALOGUE, server, useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { CopyButton } from "@/components/copy-button";
import { notifyDone } from "@/components/notify";
import { QueryState } from "@/components/query-list";
import classes from "./accounts.module.css";

type Props = {
  id: string;
  /** Scopes that are asked for beside what the account was connected for. */
  more?: string[];
  onClose: () => void;
};

/** The code that the person types in on another device; the service is asked until somebody has. */
export function DeviceCodeSteps({ id, more = [], onClose }: Props) {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const one = at({ credential_id: id });
  const code = server.useQuery(
    "post",
    "/api/accounts/{credential_id}/device-code/",
    { ...one, body: { more_scopes: more } },
    { ...CATALOGUE, gcTime: 0, retry: false },
  );
  const answer = useQuery({
    queryKey: ["device-answer", id, code.data?.user_code ?? ""],
    queryFn: async () => {
      const found = await ask("post", "/api/accounts/{credential_id}/device-answer/", one);
      if (found.is_connected) {
        notifyDone(t("accounts.state.connected"));
        await refresh("/api/credentials/", "/api/credentials/*/uses/");
        onClose();
      }
      return found;
    },
    enabled: code.data !== undefined,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.error || state.data?.is_connected
        ? false
        : 1000 * (state.data ?? code.data ?? { interval_s: 5 }).interval_s,
    refetchIntervalInBackground: true,
  });
  if (answer.isError || !code.isSuccess)
    return (
      <QueryState
        // A code that was refused or is too old is replaced, not asked about again.
        query={{ ...code, isError: code.isError || answer.isError, error: code.error ?? answer.error }}
        pending={<Loader aria-label={t("accounts.callback.busy")} />}
      />
    );
  const { user_code: typed, address, address_with_code: complete } = code.data;
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        {t("accounts.device.address")}{" "}
        <Anchor inherit href={complete || address} target="_blank" rel="noreferrer">
          {address}
        </Anchor>
      </p>
      <p className={classes.text}>{t("accounts.device.code")}</p>
      <p className={classes.deviceCode}>
        <code>{typed}</code>
        <CopyButton text={typed} />
      </p>
      <Group justify="space-between">
        <p className={classes.text} role="status">
          {t("accounts.device.waiting")}
        </p>
        <Button variant="default" onClick={onClose}>
          {t("accounts.device.close")}
        </Button>
      </Group>
    </div>
  );
}
