/** Draw a screen as the application does: theme, texts, router, a fresh cache. */

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { cacheKey } from "@/api/cache";
import type { User } from "@/api/types";
import { createQueryClient } from "@/app/query-client";
import { theme } from "@/styles/theme";

/** The signed-in user of screens that need one. */
export const LINH: User = {
  id: 1,
  username: "linh",
  email: "",
  is_staff: false,
  is_superuser: false,
  roles: [],
  preferences: { language: "en", mail_on_mention: true },
};

/** `address` is where the visit starts; the router is returned to see where it went. */
export function renderRoutes(
  routes: RouteObject[],
  address: string,
  { user, sendsMail = false }: { user?: User; sendsMail?: boolean } = {},
) {
  const queryClient = createQueryClient();
  if (user)
    queryClient.setQueryData(cacheKey("/api/session/"), {
      user,
      second_step: [],
      setup_required: false,
      sends_mail: sendsMail,
    });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...view, router };
}
