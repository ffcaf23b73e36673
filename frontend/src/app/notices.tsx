import { useNotifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { ErrorBoundary } from "@/components/error-boundary";
import { lazyComponent } from "@/components/lazy-component";

const NoticeList = lazyComponent(async () => (await import("@/app/notice-list")).NoticeList);

/** When the first screen has what it begins with. */
const CALM_AFTER_MS = 3_000;

/** The place of short messages; it is fetched for the first of them, or when nothing else is on its way. */
export function Notices() {
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
