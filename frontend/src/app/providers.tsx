import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Notices } from "@/app/notices";
import { cssVariables, theme } from "@/styles/theme";

const colorSchemes = localStorageColorSchemeManager({ key: "flowloom-theme" });

type Props = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: Props) {
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
