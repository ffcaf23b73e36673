/**
 * Current effort of the main tasks; changes are measured against `today`. The seconds are the product's, on two busy
 * cores.
 *
 * When the tasks were first counted, an agent with an HTTP tool took 10 actions with a provider and 17 with the first one.
 * Before opened views took the focus, a comment and a version's name took one click more and were a dead end without it.
 * A table from a file was a dead end: it was refused until somebody had made a column for each of its own by hand.
 */

type Figures = {
  /** The shortest way that was found, step by step. */
  script: string[];
  today: {
    actions: number;
    seconds: number;
  };
};

export const FIGURES = {
  template: {
    script: ["Workflows: New workflow", "the template", "Create", "Run", "Run in the form of its inputs"],
    today: { actions: 5, seconds: 11.8 },
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
  },
  "form on a phone": {
    script: ["Name", "the name", "the file", "Send"],
    today: { actions: 4, seconds: 1.3 },
  },
  "approval on a phone": {
    script: ["Home: Approve"],
    today: { actions: 1, seconds: 1.0 },
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
  },
  "table from a file": {
    script: ["From a file", "the file", "Import"],
    today: { actions: 3, seconds: 2.5 },
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
  },
} satisfies Record<string, Figures>;
