/** The responder of a conversation: an agent, or a workflow by one of its chat pages. */

export type Partner =
  | { kind: "agent"; slug: string }
  | {
      kind: "workflow";
      workflow: string;
      /** Key of the trigger's node. */
      node: string;
      /** As the graph is now, not as it is published. */
      draft?: boolean;
    };

/** Path of the chat page of an agent or a chat trigger. */
export function chatPath(partner: Partner): string {
  return partner.kind === "agent"
    ? `/agents/${partner.slug}/chat`
    : `/workflows/${partner.workflow}/chat/${partner.node}`;
}
