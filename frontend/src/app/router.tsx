/** All addresses of the interface. Every screen is its own chunk; the frame around it stays. */

import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { prefetchEditor } from "@/app/prefetch-editor";
import { queryClient } from "@/app/query-client";
import { RequireSession } from "@/app/require-session";
import { RouteError } from "@/app/route-error";
import { Shell } from "@/app/shell";

const settings: RouteObject = {
  path: "settings",
  lazy: { Component: async () => (await import("@/features/settings/settings-page")).SettingsPage },
  children: [
    { index: true, element: <Navigate to="providers" replace /> },
    {
      path: "providers",
      lazy: { Component: async () => (await import("@/features/settings/providers-page")).ProvidersPage },
    },
    {
      path: "credentials",
      lazy: { Component: async () => (await import("@/features/settings/credentials-page")).CredentialsPage },
    },
    {
      path: "variables",
      lazy: { Component: async () => (await import("@/features/settings/variables-page")).VariablesPage },
    },
    {
      path: "alerts",
      lazy: { Component: async () => (await import("@/features/settings/alerts-page")).AlertsPage },
    },
    {
      path: "account",
      lazy: { Component: async () => (await import("@/features/settings/account-page")).AccountPage },
    },
    {
      path: "tokens",
      lazy: { Component: async () => (await import("@/features/settings/tokens-page")).TokensPage },
    },
    {
      path: "appearance",
      lazy: { Component: async () => (await import("@/features/settings/appearance-page")).AppearancePage },
    },
  ],
};

const screens: RouteObject[] = [
  { index: true, lazy: { Component: async () => (await import("@/features/home/home-page")).HomePage } },
  {
    path: "workflows",
    lazy: { Component: async () => (await import("@/features/workflows/workflows-page")).WorkflowsPage },
  },
  {
    path: "workflows/:id",
    loader: ({ params }) => {
      void prefetchEditor(queryClient, params.id ?? "");
      return null;
    },
    shouldRevalidate: () => false,
    lazy: { Component: async () => (await import("@/features/editor/editor-page")).EditorPage },
  },
  {
    path: "workflows/:id/tests",
    lazy: { Component: async () => (await import("@/features/testing/tests-page")).TestsPage },
  },
  {
    path: "agents",
    lazy: { Component: async () => (await import("@/features/agents/agents-page")).AgentsPage },
  },
  {
    path: "agents/:id",
    lazy: { Component: async () => (await import("@/features/agents/agent-page")).AgentPage },
  },
  {
    path: "workflows/:id/evaluations",
    lazy: { Component: async () => (await import("@/features/testing/evaluations-page")).EvaluationsPage },
  },
  { path: "runs", lazy: { Component: async () => (await import("@/features/runs/runs-page")).RunsPage } },
  {
    path: "runs/:id/compare",
    lazy: { Component: async () => (await import("@/features/runs/compare-page")).ComparePage },
  },
  { path: "runs/:id", lazy: { Component: async () => (await import("@/features/runs/run-page")).RunPage } },
  {
    path: "approvals",
    lazy: { Component: async () => (await import("@/features/approvals/approvals-page")).ApprovalsPage },
  },
  {
    path: "agents/:slug/chat",
    lazy: { Component: async () => (await import("@/features/chat/chat-page")).AgentChatPage },
  },
  {
    path: "workflows/:id/chat/:node",
    lazy: { Component: async () => (await import("@/features/chat/chat-page")).WorkflowChatPage },
  },
  {
    path: "triggers",
    lazy: { Component: async () => (await import("@/features/triggers/triggers-page")).TriggersPage },
  },
  { path: "tools", lazy: { Component: async () => (await import("@/features/tools/tools-page")).ToolsPage } },
  {
    path: "knowledge",
    lazy: { Component: async () => (await import("@/features/knowledge/knowledge-page")).KnowledgePage },
  },
  {
    path: "knowledge/:id",
    lazy: { Component: async () => (await import("@/features/knowledge/base-page")).BasePage },
  },
  {
    path: "tables",
    lazy: { Component: async () => (await import("@/features/tables/tables-page")).TablesPage },
  },
  {
    path: "tables/:id",
    lazy: { Component: async () => (await import("@/features/tables/table-page")).TablePage },
  },
  settings,
  { path: "*", lazy: { Component: async () => (await import("@/app/not-found")).NotFound } },
];

const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      {
        path: "sign-in",
        lazy: { Component: async () => (await import("@/features/session/sign-in-page")).SignInPage },
      },
      {
        path: "forgot-password",
        lazy: {
          Component: async () => (await import("@/features/session/forgot-password-page")).ForgotPasswordPage,
        },
      },
      {
        path: "setup",
        lazy: { Component: async () => (await import("@/features/session/setup-page")).SetupPage },
      },
      {
        path: "shared/:token",
        lazy: { Component: async () => (await import("@/features/chat/shared-page")).SharedPage },
      },
      {
        path: "forms/:token",
        lazy: {
          Component: async () => (await import("@/features/public-form/public-form-page")).PublicFormPage,
        },
      },
      {
        element: <RequireSession />,
        children: [
          {
            path: "oauth/callback",
            lazy: {
              Component: async () =>
                (await import("@/features/settings/accounts/oauth-callback-page")).OauthCallbackPage,
            },
          },
          {
            path: "/",
            element: <Shell />,
            // An error in one screen leaves the rail in place, so there is a way out.
            children: [{ errorElement: <RouteError />, children: screens }],
          },
        ],
      },
    ],
  },
];

/** It begins to fetch the first screen at once. */
export const router = createBrowserRouter(routes);
