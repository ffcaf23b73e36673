/** Every dialog, menu and panel outside of the editor. `overlays.test.tsx` knows when one is missing. */

import { Api } from "../api";
import { Canvas } from "../screens/canvas";
import { ADMINISTRATOR } from "../story";
import { at, choose, draft, type Opening, press } from "./opening";

const testMenu = (item: string) => choose("More actions for Kept", item);

export const OF_PAGES: readonly Opening[] = [
  {
    name: "a new workflow",
    drawn: "features/workflows/workflows-page.tsx",
    address: at("/workflows"),
    open: press("New workflow"),
    field: "Name",
    stores: /\/api\/workflows\//,
  },
  {
    name: "the menu of a workflow",
    drawn: "features/workflows/workflow-item.tsx",
    address: at("/workflows"),
    open: press("Actions for Typed over"),
  },
  {
    name: "the folder of a workflow",
    drawn: "features/workflows/library/arrange-modal.tsx",
    address: at("/workflows"),
    open: choose("Actions for Typed over", "Move to folder…"),
    field: "Folder",
    stores: /\/api\/workflows\//,
  },
  {
    name: "the deletion of a workflow",
    drawn: "components/confirm-modal.tsx",
    address: at("/workflows"),
    open: choose("Actions for Typed over", "Delete…"),
  },
  {
    name: "sharing a workflow",
    drawn: "components/sharing/members-modal.tsx",
    address: at("/workflows"),
    open: choose("Actions for Typed over", "Share…"),
    field: "User name",
    stores: /\/members\//,
  },
  {
    name: "a workflow as a tool of an agent",
    drawn: "features/workflows/workflow-item.tsx",
    address: at("/workflows"),
    open: choose("Actions for Typed over", "Add to an agent…"),
  },
  {
    name: "a new agent",
    drawn: "features/agents/agents-page.tsx",
    address: at("/agents"),
    open: press("New agent"),
  },
  {
    name: "the menu of an agent",
    drawn: "features/agents/agent-card.tsx",
    address: at("/agents"),
    open: press("Actions for Porter"),
  },
  {
    name: "the deletion of an agent",
    drawn: "components/confirm-modal.tsx",
    address: at("/agents"),
    open: choose("Actions for Porter", "Delete…"),
  },
  {
    name: "a new tool",
    drawn: "features/tools/tools-page.tsx",
    address: at("/tools?tab=catalogue"),
    open: async (page) => {
      const card = page.getByRole("listitem").filter({ hasText: "HTTP request" }).first();
      await card.getByRole("button", { name: "Set up" }).click();
    },
    field: "Name",
  },
  {
    name: "a new provider",
    drawn: "components/providers/provider-modal.tsx",
    address: at("/settings/providers"),
    open: press("Add provider"),
  },
  {
    name: "the form of a provider",
    drawn: "components/providers/provider-modal.tsx",
    address: at("/settings/providers"),
    open: async (page) => {
      await press("Add provider")(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /DeepSeek/ })
        .click();
    },
    field: "API key",
    stores: /\/api\/providers\//,
  },
  {
    name: "a new credential",
    drawn: "components/credentials/credential-modal.tsx",
    address: at("/settings/credentials"),
    open: press("New credential"),
    field: "Name",
  },
  {
    name: "an account of a service",
    drawn: "components/accounts/account-modal.tsx",
    address: at("/settings/credentials"),
    open: press("Connect an account"),
  },
  {
    name: "an invitation",
    drawn: "features/administration/people/invite-modal.tsx",
    address: at("/settings/people"),
    open: press("Invite"),
    field: "Name",
    stores: /\/api\/people\//,
  },
  {
    name: "the menu of a person",
    drawn: "features/administration/people/person-row.tsx",
    address: at("/settings/people"),
    open: press(`Actions for ${ADMINISTRATOR.username}`),
  },
  {
    name: "the roles of a person",
    drawn: "features/administration/people/person-row.tsx",
    address: at("/settings/people"),
    open: press(new RegExp(`^Roles of ${ADMINISTRATOR.username}`)),
  },
  {
    name: "a person's account",
    drawn: "features/administration/people/edit-modal.tsx",
    address: at("/settings/people"),
    open: choose(`Actions for ${ADMINISTRATOR.username}`, "Edit…"),
    field: "User name",
    stores: /\/api\/people\//,
  },
  {
    name: "a link to a new password",
    drawn: "features/administration/people/person-row.tsx",
    address: at("/settings/people"),
    open: choose(`Actions for ${ADMINISTRATOR.username}`, "Password link…"),
  },
  {
    name: "a new variable",
    drawn: "features/settings/variables-page.tsx",
    address: at("/settings/variables"),
    open: press("New variable"),
    field: "Name",
    stores: /\/api\/variables\//,
  },
  {
    name: "the effects of a cell of the permissions",
    drawn: "features/administration/permissions/effect-menu.tsx",
    address: at("/settings/permissions"),
    open: press(/^All tools · Any role: /),
  },
  {
    name: "the reasons of permissions",
    drawn: "features/administration/permissions/explain-modal.tsx",
    address: at("/settings/permissions"),
    open: press("Explain"),
    field: "User name",
  },
  {
    name: "a new rule",
    drawn: "features/administration/permissions/rules/rule-form.tsx",
    address: at("/settings/permissions?tab=rules"),
    open: press("Add rule"),
    field: "calls this tool",
  },
  {
    name: "a new knowledge base",
    drawn: "features/knowledge/base-modal.tsx",
    address: at("/knowledge"),
    open: press("New knowledge base"),
    field: "Name",
    stores: /\/api\/knowledge-bases\//,
  },
  {
    name: "a new table",
    drawn: "features/tables/table-modal.tsx",
    address: at("/tables"),
    open: press("New table"),
    field: "Name",
    stores: /\/api\/tables\//,
  },
  {
    name: "a table from a file",
    drawn: "features/tables/import/import-modal.tsx",
    address: at("/tables"),
    open: press("From a file"),
    field: "Or paste rows",
  },
  {
    name: "a new column",
    drawn: "features/tables/column-modal.tsx",
    address: ({ table }) => `/tables/${table}`,
    open: press("Add column"),
    field: "Name",
    stores: /\/api\/tables\//,
  },
  {
    name: "the filter of a table",
    drawn: "features/tables/table-filter.tsx",
    address: ({ table }) => `/tables/${table}`,
    open: press("Filter"),
  },
  {
    name: "the menu of a table",
    drawn: "features/tables/table-actions.tsx",
    address: ({ table }) => `/tables/${table}`,
    open: press(/^(More|Actions)/),
  },
  {
    name: "sharing an agent",
    drawn: "features/chat/chat-page.tsx",
    address: ({ agent }) => `/agents/${agent}/chat`,
    open: press("Share"),
  },
  {
    name: "the inbox",
    drawn: "app/inbox-button.tsx",
    address: at("/runs"),
    open: press(/^Inbox/),
  },
  {
    name: "the menu of the account",
    drawn: "app/rail.tsx",
    address: at("/runs"),
    open: press(/^Account/),
  },
  {
    name: "a run as a test",
    drawn: "components/save-as-test.tsx",
    address: ({ run }) => `/runs/${run}`,
    open: press("Save as test"),
    field: "Name",
    stores: /\/test\//,
  },
  {
    name: "a run again from a node",
    drawn: "features/runs/fork-dialog.tsx",
    address: ({ run }) => `/runs/${run}`,
    open: async (page) => {
      await new Canvas(page).select("Greeting");
      await press("Run from here")(page);
    },
    field: "Run inputs",
  },
  {
    name: "a value in a window",
    drawn: "components/value-view/value-view.tsx",
    address: ({ run }) => `/runs/${run}`,
    open: press("Enlarge"),
  },
  {
    name: "the origin of a value",
    drawn: "components/provenance/provenance-modal.tsx",
    address: ({ run }) => `/runs/${run}`,
    open: press(/^Where .* came from/),
  },
  {
    name: "failed runs again",
    drawn: "features/runs/retry-many.tsx",
    address: ({ failed }) => `/runs?workflow=${failed}`,
    open: press(/^Run all failed ones again/),
    stores: /\/retry\//,
  },
  {
    name: "the filters of a list",
    drawn: "components/list-filter/list-filter.tsx",
    address: at("/runs"),
    open: press("Filters"),
    field: "Status",
  },
  {
    name: "the menu of a test",
    drawn: "features/testing/test-row.tsx",
    address: ({ workflow }) => `/workflows/${workflow}/tests`,
    open: press("More actions for Kept"),
  },
  {
    name: "a test",
    drawn: "features/testing/list-editor.tsx",
    address: ({ workflow }) => `/workflows/${workflow}/tests`,
    open: testMenu("Edit…"),
    field: "Name",
  },
  {
    name: "a new assertion",
    drawn: "features/testing/test-editor.tsx",
    address: ({ workflow }) => `/workflows/${workflow}/tests`,
    open: async (page) => {
      await testMenu("Edit…")(page);
      await press("Add assertion")(page);
    },
  },
  {
    name: "a table of cases",
    drawn: "features/testing/list-editor.tsx",
    address: ({ workflow }) => `/workflows/${workflow}/evaluations`,
    open: press("New table"),
    field: "Name",
  },
  {
    name: "versions of an agent",
    drawn: "features/agents/versions-dialog.tsx",
    address: ({ agent }) => `/agents/${agent}`,
    open: press("Versions"),
    field: "Note",
    stores: /\/versions\//,
  },
  {
    name: "earlier tests of an agent",
    drawn: "components/chat/test-conversations.tsx",
    address: ({ agent }) => `/agents/${agent}`,
    open: press("Earlier test chats"),
  },
  {
    name: "a version to run",
    drawn: "features/editor/versions/version-runs.tsx",
    address: draft,
    open: async (page) => {
      await press("Versions")(page);
      await press(/^Version 1/)(page);
      await press("Run this version")(page);
    },
    field: "topic",
    stores: /\/runs\//,
  },
  {
    name: "a question beside its button",
    drawn: "components/confirm-button.tsx",
    address: ({ base }) => `/knowledge/${base}`,
    open: press(/^Delete/),
  },
  {
    name: "the menu of a narrow library",
    drawn: "features/workflows/library/library-menu.tsx",
    address: at("/workflows"),
    open: press("All workflows"),
    width: 860,
  },
  {
    name: "more on a phone",
    drawn: "app/bottom-bar.tsx",
    address: at("/runs"),
    open: press("More"),
    width: 390,
  },
  {
    name: "a password asked for again",
    drawn: "features/session/confirm-dialog.tsx",
    address: at("/settings/account"),
    open: async (page) => {
      // What was confirmed before holds for its session only.
      await page.context().clearCookies();
      await new Api(page.request).signIn(ADMINISTRATOR);
      await page.reload();
      await press("Add authenticator app")(page);
    },
    field: "Password",
    stores: /\/confirmation\//,
  },
  {
    name: "a second factor",
    drawn: "features/settings/factors/add-app.tsx",
    address: at("/settings/account"),
    open: async (page) => {
      await new Api(page.request).confirm();
      // Longer than keys are kept for what may not open at all.
      await page.route("**/factors/totp/offer/", async (route) => {
        await new Promise((done) => setTimeout(done, 2_500));
        await route.continue();
      });
      await press("Add authenticator app")(page);
    },
    field: "Code",
    stores: /\/factors\/totp\//,
  },
  {
    name: "a session that has ended",
    drawn: "features/session/sign-in-again.tsx",
    address: at("/workflows"),
    open: async (page) => {
      await page.context().clearCookies();
      await page.getByRole("link", { name: "Runs" }).click();
      // It comes of itself: what was typed before was meant for the page.
      await page.getByRole("dialog").waitFor();
    },
    field: "Password",
    stores: /\/session\//,
  },
  {
    name: "where a run began again",
    drawn: "features/runs/compare-menu.tsx",
    address: ({ run }) => `/runs/${run}`,
    open: press("Compare"),
  },
];
