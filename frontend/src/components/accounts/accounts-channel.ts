import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "@/api/query-keys";

/** Between the window of a consent and the page that opened it: a service's page may have cut `window.opener`. */
const CHANNEL = "flowloom-accounts";

export function announceConnected(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("connected");
  channel.close();
}

/** Read the credentials again when an account has been connected in another window. */
export function useConnectedElsewhere(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: queryKeys.credentials });
    return () => channel.close();
  }, [queryClient]);
}
