import "@fontsource-variable/inter/index.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@/styles/tokens.css";
import "@/styles/base.css";
import "@/styles/mantine.css";
import "@/styles/reduced-motion.css";
import { RouterProvider } from "react-router/dom";
import { Providers } from "@/app/providers";
import { queryClient } from "@/app/query-client";
import { router } from "@/app/router";

export function App() {
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
}
