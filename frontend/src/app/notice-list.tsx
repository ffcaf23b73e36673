import { Notifications } from "@mantine/notifications";

export function NoticeList() {
  return <Notifications position="top-center" limit={4} />;
}
