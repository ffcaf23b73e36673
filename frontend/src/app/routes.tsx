/** All addresses of the interface. Every screen is a chunk of its own; the frame around it stays. */

import { Navigate, type RouteObject } from "react-router";
import { RequireSession } from "@/app/require-session";
import { ScreenBoundary } from "@/app/screen-boundary";
import { Shell } from "@/app/shell";
import { lazyComponent } from "@/components/lazy-component";

/** An address of the editor, which has more to fetch than its code. */
export const EDITOR = "workflows/:id";

const settings: RouteObject = {
  path: "settings",
  Component: lazyComponent(async () => (await import("@/features/settings/settings-page")).SettingsPage),
  children: [
    { index: true, element: <Navigate to="providers" replace /> },
    {
      path: "providers",
      Component: lazyComponent(
        async () => (await import("@/features/settings/providers-page")).ProvidersPage,
      ),
    },
    {
      path: "credentials",
      Component: lazyComponent(
        async () => (await import("@/features/settings/credentials-page")).CredentialsPage,
      ),
    },
    {
      path: "variables",
      Component: lazyComponent(
        async () => (await import("@/features/settings/variables-page")).VariablesPage,
      ),
    },
    {
      path: "alerts",
      Component: lazyComponent(async () => (await import("@/features/settings/alerts-page")).AlertsPage),
    },
    {
      path: "account",
      Component: lazyComponent(async () => (await import("@/features/settings/account-page")).AccountPage),
    },
    {
      path: "tokens",
      Component: lazyComponent(async () => (await import("@/features/settings/tokens-page")).TokensPage),
    },
    {
      path: "appearance",
      Component: lazyComponent(
        async () => (await import("@/features/settings/appearance-page")).AppearancePage,
      ),
    },
    {
      path: "people",
      Component: lazyComponent(
        async () => (await import("@/features/administration/people/people-page")).PeoplePage,
      ),
    },
    {
      path: "permissions",
      Component: lazyComponent(
        async () => (await import("@/features/administration/permissions/permissions-page")).PermissionsPage,
      ),
    },
    {
      path: "audit",
      Component: lazyComponent(
        async () => (await import("@/features/administration/audit/audit-page")).AuditPage,
      ),
    },
  ],
};

const screens: RouteObject[] = [
  { index: true, Component: lazyComponent(async () => (await import("@/features/home/home-page")).HomePage) },
  {
    path: "workflows",
    Component: lazyComponent(async () => (await import("@/features/workflows/workflows-page")).WorkflowsPage),
  },
  {
    path: EDITOR,
    Component: lazyComponent(async () => (await import("@/features/editor/editor-page")).EditorPage),
  },
  {
    path: "workflows/:id/tests",
    Component: lazyComponent(async () => (await import("@/features/testing/tests-page")).TestsPage),
  },
  {
    path: "agents",
    Component: lazyComponent(async () => (await import("@/features/agents/agents-page")).AgentsPage),
  },
  {
    path: "agents/:id",
    Component: lazyComponent(async () => (await import("@/features/agents/agent-page")).AgentPage),
  },
  {
    path: "workflows/:id/evaluations",
    Component: lazyComponent(
      async () => (await import("@/features/testing/evaluations-page")).EvaluationsPage,
    ),
  },
  {
    path: "runs",
    Component: lazyComponent(async () => (await import("@/features/runs/runs-page")).RunsPage),
  },
  {
    path: "runs/:id/compare",
    Component: lazyComponent(async () => (await import("@/features/runs/compare-page")).ComparePage),
  },
  {
    path: "runs/:id",
    Component: lazyComponent(async () => (await import("@/features/runs/run-page")).RunPage),
  },
  {
    path: "approvals",
    Component: lazyComponent(async () => (await import("@/features/approvals/approvals-page")).ApprovalsPage),
  },
  {
    path: "agents/:slug/chat",
    Component: lazyComponent(async () => (await import("@/features/chat/chat-page")).AgentChatPage),
  },
  {
    path: "workflows/:id/chat/:node",
    Component: lazyComponent(async () => (await import("@/features/chat/chat-page")).WorkflowChatPage),
  },
  {
    path: "workflows/:id/forms/:node",
    Component: lazyComponent(
      async () => (await import("@/features/submissions/submissions-page")).SubmissionsPage,
    ),
  },
  {
    path: "triggers",
    Component: lazyComponent(async () => (await import("@/features/triggers/triggers-page")).TriggersPage),
  },
  {
    path: "tools",
    Component: lazyComponent(async () => (await import("@/features/tools/tools-page")).ToolsPage),
  },
  {
    path: "knowledge",
    Component: lazyComponent(async () => (await import("@/features/knowledge/knowledge-page")).KnowledgePage),
  },
  {
    path: "knowledge/:id",
    Component: lazyComponent(async () => (await import("@/features/knowledge/base-page")).BasePage),
  },
  {
    path: "tables",
    Component: lazyComponent(async () => (await import("@/features/tables/tables-page")).TablesPage),
  },
  {
    path: "tables/:id",
    Component: lazyComponent(async () => (await import("@/features/tables/table-page")).TablePage),
  },
  settings,
  { path: "*", Component: lazyComponent(async () => (await import("@/app/not-found")).NotFound) },
];

export const routes: RouteObject[] = [
  {
    element: <ScreenBoundary />,
    children: [
      {
        path: "sign-in",
        Component: lazyComponent(async () => (await import("@/features/session/sign-in-page")).SignInPage),
      },
      {
        path: "forgot-password",
        Component: lazyComponent(
          async () => (await import("@/features/session/forgot-password-page")).ForgotPasswordPage,
        ),
      },
      {
        path: "setup",
        Component: lazyComponent(async () => (await import("@/features/session/setup-page")).SetupPage),
      },
      {
        path: "shared/:token",
        Component: lazyComponent(async () => (await import("@/features/chat/shared-page")).SharedPage),
      },
      {
        path: "forms/:token",
        Component: lazyComponent(
          async () => (await import("@/features/public-form/public-form-page")).PublicFormPage,
        ),
      },
      {
        element: <RequireSession />,
        children: [
          {
            path: "oauth/callback",
            Component: lazyComponent(
              async () =>
                (await import("@/features/settings/accounts/oauth-callback-page")).OauthCallbackPage,
            ),
          },
          {
            path: "/",
            element: <Shell />,
            // An error in one screen leaves the rail in place, so there is a way out.
            children: [{ element: <ScreenBoundary />, children: screens }],
          },
        ],
      },
    ],
  },
];
