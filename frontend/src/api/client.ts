/** The server's calls, grouped by noun. Forms and errors: `types.ts`, `errors.ts`. */

import { agents } from "@/api/calls/agents";
import { alerts } from "@/api/calls/alerts";
import { chat } from "@/api/calls/chat";
import { comments, inbox } from "@/api/calls/comments";
import { forms } from "@/api/calls/forms";
import { approvals, runs } from "@/api/calls/runs";
import { factors, session } from "@/api/calls/session";
import { accounts, credentials, providers, tokens, variables } from "@/api/calls/settings";
import { sharing } from "@/api/calls/sharing";
import { evaluations, tests } from "@/api/calls/tests";
import { tools } from "@/api/calls/tools";
import { deliveries, submissions, triggers } from "@/api/calls/triggers";
import { nodeTypes, templateFilters, workflows } from "@/api/calls/workflows";

export const api = {
  tests,
  evaluations,
  session,
  factors,
  agents,
  alerts,
  workflows,
  runs,
  approvals,
  nodeTypes,
  templateFilters,
  tools,
  providers,
  credentials,
  accounts,
  tokens,
  variables,
  chat,
  comments,
  inbox,
  triggers,
  deliveries,
  submissions,
  forms,
  sharing,
};
