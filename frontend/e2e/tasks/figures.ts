/**
 * Current effort of the main tasks; changes are measured against `today`. The seconds are the product's, on two busy
 * cores.
 *
 * `walk` is the same task by somebody who had not seen the product and was clumsy: wrong keys, double clicks, reloads,
 * refused values. Slips are counted; the seconds are sums of scripted steps without reading, rounded. Nothing blocked a
 * task, and what made one hesitate is as it was found.
 *
 * When the tasks were first counted, an agent with an HTTP tool took 10 actions with a provider and 17 with the first one.
 * Before opened views took the focus, a comment and a version's name took one click more and were a dead end without it.
 * A table from a file was a dead end: it was refused until somebody had made a column for each of its own by hand.
 */

type Figures = {
  /** The shortest way that was found, step by step. */
  script: string[];
  today: Effort;
  walk?: Effort & { hesitation: string };
};

type Effort = { actions: number; seconds: number };

export const FIGURES = {
  template: {
    script: ["Workflows: New workflow", "the template", "Create", "Run", "Run in the form of its inputs"],
    today: { actions: 5, seconds: 11.8 },
    walk: {
      actions: 4,
      seconds: 12,
      hesitation: "None. A double click on a template made one workflow, not two.",
    },
  },
  "agent with a tool": {
    script: ["+ at Start", "AI", "its prompt", "Add tool", "HTTP request", "URL", "Add tool", "Run"],
    today: { actions: 8, seconds: 19.3 },
  },
  "agent with a tool, first provider": {
    script: [
      "+ at Start",
      "AI",
      "its prompt",
      "Add model provider",
      "OpenAI",
      "API key",
      "Enter",
      "Add tool",
      "HTTP request",
      "URL",
      "Add tool",
      "Run",
    ],
    today: { actions: 12, seconds: 22.4 },
    walk: {
      actions: 23,
      seconds: 34,
      hesitation:
        "The first card lay under “+”. A refused URL was out of sight, and so was “Add tool” (both mended).",
    },
  },
  chain: {
    script: ["N", "“AI” and Enter", "its prompt", "Escape", "N", "“End” and Enter", "Ctrl+Enter"],
    today: { actions: 9, seconds: 5.7 },
  },
  comment: {
    script: ["the node", "Shift+C", "the comment", "Ctrl+Enter"],
    today: { actions: 4, seconds: 1.2 },
  },
  publish: {
    script: ["Publish", "a name", "Publish"],
    today: { actions: 3, seconds: 0.8 },
  },
  "debug and compare": {
    script: [
      "Run, twice, with another text: 2 + 5",
      "a node",
      "D",
      "Run this node",
      "the run",
      "Compare",
      "the other run",
    ],
    today: { actions: 13, seconds: 13.1 },
    walk: {
      actions: 17,
      seconds: 35,
      hesitation:
        "The chosen template was not marked under the pointer; a skipped node “took 0 ms” (both mended).",
    },
  },
  "schedule, webhook, resend": {
    script: [
      "Start",
      "Schedule",
      "Start",
      "Webhook",
      "Publish",
      "Publish",
      "Done",
      "the webhook",
      "Send again",
    ],
    today: { actions: 9, seconds: 20.4 },
    walk: {
      actions: 13,
      seconds: 36,
      hesitation: "Enter in the name does not publish. A new delivery takes up to ten seconds to be listed.",
    },
  },
  "form on a phone": {
    script: ["Name", "the name", "the file", "Send"],
    today: { actions: 4, seconds: 1.3 },
    walk: { actions: 8, seconds: 7, hesitation: "What was typed is gone after a reload." },
  },
  "approval on a phone": {
    script: ["Home: Approve"],
    today: { actions: 1, seconds: 1.0 },
    walk: { actions: 1, seconds: 3, hesitation: "“Approve by anna” read like an order (mended)." },
  },
  "knowledge and chat": {
    script: [
      "New knowledge base",
      "its name",
      "Create",
      "the file",
      "Agents",
      "New agent",
      "Research assistant",
      "Add tool",
      "the knowledge base",
      "Message",
      "the question",
      "Enter",
    ],
    today: { actions: 12, seconds: 12.2 },
    walk: {
      actions: 12,
      seconds: 23,
      hesitation: "An agent from a template stays on the offline model although a provider is there.",
    },
  },
  "table from a file": {
    script: ["From a file", "the file", "Import"],
    today: { actions: 3, seconds: 2.5 },
    walk: { actions: 4, seconds: 5, hesitation: "None." },
  },
  "cURL and OpenAPI": {
    script: [
      "N",
      "“HTTP request” and Enter",
      "the command",
      "Tools",
      "Catalogue",
      "Set up",
      "the field of the document",
      "the document",
      "an operation",
      "Use 1 operation",
      "Create",
    ],
    today: { actions: 12, seconds: 12.9 },
    walk: {
      actions: 17,
      seconds: 18,
      hesitation:
        "A pasted document left the text before it in the field; “Create” was out of sight (both mended).",
    },
  },
  "share, comment, restore": {
    script: [
      "Actions for the workflow",
      "Share…",
      "a user name",
      "Share",
      "Escape",
      "the workflow",
      "a node",
      "Shift+C",
      "the comment",
      "Ctrl+Enter",
      "Versions",
      "the version",
      "Restore",
      "Restore",
    ],
    today: { actions: 14, seconds: 5.5 },
    walk: {
      actions: 14,
      seconds: 26,
      hesitation:
        "Tried with an unknown user only, whose error said nothing to do (mended). No “Share” in the editor itself.",
    },
  },
} satisfies Record<string, Figures>;
