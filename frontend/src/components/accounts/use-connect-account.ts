import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";

type Connection = {
  /** The account; it may be made first. */
  account: () => Promise<string>;
  /** Scopes that are asked for beside what it was connected for. */
  more?: string[];
};

const WINDOW = "popup,width=620,height=780";

/**
 * Sends the person to a service's question in a window of its own; the callback page connects the account.
 * The window opens with the click: one that opens after an answer of the server is blocked.
 */
export function useConnectAccount() {
  const { t } = useTranslation("settings");
  return useSave(
    async ({ account, more = [] }: Connection) => {
      const opened = window.open("", "_blank", WINDOW);
      try {
        const { url } = await ask("post", "/api/accounts/{credential_id}/consent/", {
          ...at({ credential_id: await account() }),
          body: { more_scopes: more },
        });
        if (opened) opened.location.href = url;
        else window.location.assign(url);
        return opened;
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    {
      onSuccess: (opened) => {
        // Whoever closed it before the service was asked knows; a blocked one became this page.
        if (opened && !opened.closed) notifyDone(t("accounts.waiting"));
      },
    },
  );
}
