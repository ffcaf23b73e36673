import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { onSignedOut } from "@/api/http";
import { queryKeys } from "@/api/query-keys";
import type { Session } from "@/api/types";
import { cssVariables, theme } from "@/styles/theme";

const colorSchemes = localStorageColorSchemeManager({ key: "flowloom-theme" });

type Props = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: Props) {
  useEffect(
    () =>
      onSignedOut(() => {
        queryClient.setQueryData<Session>(
          queryKeys.session,
          (session) => session && { ...session, user: null },
        );
      }),
    [queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
      >
        <Notifications position="bottom-right" limit={4} />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
