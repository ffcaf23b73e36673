import "@fontsource-variable/inter/index.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@/styles/tokens.css";
import "@/styles/base.css";
import "@/styles/mantine.css";
import "@/styles/reduced-motion.css";
import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRouter } from "react-router";
import { queryClient } from "@/app/query-client";
import { routes } from "@/app/routes";
import { prefetchScreens, Screens } from "@/app/screens";
import { ErrorBoundary } from "@/components/error-boundary";
import { lazyComponent } from "@/components/lazy-component";
import { cssVariables, theme } from "@/styles/theme";

const NoticeList = lazyComponent(async () => (await import("@/app/notice-list")).NoticeList);
/** When the first screen has what it begins with. */
const CALM_AFTER_MS = 3_000;
const colorSchemes = localStorageColorSchemeManager({ key: "flowloom-theme" });

// Before the texts are there and anything is drawn.
void prefetchScreens(routes, window.location, queryClient);

export function App() {
  return (
    <Providers queryClient={queryClient}>
      <BrowserRouter useTransitions={false}>
        <Screens routes={routes} />
      </BrowserRouter>
    </Providers>
  );
}

type Props = { queryClient: QueryClient; children: ReactNode };

function Providers({ queryClient, children }: Props) {
  const namedTheme = useNamedTheme();
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={namedTheme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
      >
        <Notices />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** The theme with names for the close buttons, which Mantine draws as a bare cross. */
function useNamedTheme() {
  const { t } = useTranslation();
  return useMemo(() => {
    const named = { defaultProps: { closeButtonProps: { "aria-label": t("action.close") } } };
    return mergeThemeOverrides(theme, { components: { Modal: named, Drawer: named, Notification: named } });
  }, [t]);
}

/** The place of short messages; it is fetched for the first of them, or when nothing else is on its way. */
function Notices() {
  const { notifications } = useNotifications();
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), CALM_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isCalm && notifications.length === 0) return null;
  return (
    // A page whose messages cannot be shown is still a page.
    <ErrorBoundary fallback={() => null}>
      <NoticeList />
    </ErrorBoundary>
  );
}
