import { useWebhookSenders } from "@/api/triggers";
import type { NodeDoc, WebhookSender } from "@/api/types";
import { textOf } from "@/document/config";
import { useLocalText } from "@/i18n/local-text";

/** Sender of a webhook's requests, by its settings. */
export function useSender({ config }: NodeDoc): { sender: WebhookSender | undefined; title: string } {
  const local = useLocalText();
  const id = textOf(config.sender) || "none";
  const sender = useWebhookSenders().data?.find((known) => known.id === id);
  return { sender, title: sender ? local(sender.title) : id };
}
