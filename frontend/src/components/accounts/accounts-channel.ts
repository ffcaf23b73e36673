import { useEffect } from "react";
import { useRefresh } from "@/api/cache";

/** Between the window of a consent and the page that opened it: a service's page may have cut `window.opener`. */
const CHANNEL = "flowloom-accounts";

export function announceConnected(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("connected");
  channel.close();
}

/** Read the credentials again when an account has been connected in another window. */
export function useConnectedElsewhere(): void {
  const refresh = useRefresh();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void refresh("/api/credentials/", "/api/credentials/*/uses/");
    return () => channel.close();
  }, [refresh]);
}
