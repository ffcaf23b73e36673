import "@fontsource-variable/inter/index.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@/styles/tokens.css";
import "@/styles/base.css";
import "@/styles/mantine.css";
import "@/styles/reduced-motion.css";
import { BrowserRouter } from "react-router";
import { Providers } from "@/app/providers";
import { queryClient } from "@/app/query-client";
import { routes } from "@/app/routes";
import { prefetchScreens, Screens } from "@/app/screens";

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
