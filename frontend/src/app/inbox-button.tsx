/** The inbox: mentions, replies and paused triggers, with the number of unread ones. */

import { Popover, type PopoverProps, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInbox } from "@/api/comments";
import { RailLabel } from "@/app/rail-label";
import { lazyComponent } from "@/components/lazy-component";
import { Tipped } from "@/components/tipped";

const InboxList = lazyComponent(async () => (await import("@/features/inbox/inbox-list")).InboxList);

/** Kept by the frame, so that the inbox stays open when a turned or zoomed screen swaps the rail for the bar. */
export type InboxState = { isOpen: boolean; setOpen: (isOpen: boolean) => void };

type Props = InboxState & {
  className: string | undefined;
  position: NonNullable<PopoverProps["position"]>;
  /** The label is in a tooltip only. */
  folded?: boolean;
};

export function InboxButton({ isOpen, setOpen, className, position, folded = false }: Props) {
  const { t } = useTranslation();
  const unread = useUnreadCount();
  const label = unread === "" ? t("nav.inbox") : `${t("nav.inbox")} ${unread}`;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={position}
      width={360}
      shadow="md"
      trapFocus
      withOverlay={position.startsWith("top")}
      returnFocus
    >
      <Popover.Target>
        <Tipped label={t("nav.inbox")} position="right" disabled={isOpen || !folded}>
          <UnstyledButton className={className} aria-label={label} onClick={() => setOpen(!isOpen)}>
            <RailLabel icon="inbox" label={t("nav.inbox")} count={unread} />
          </UnstyledButton>
        </Tipped>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <InboxList onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** As text; empty for none. */
function useUnreadCount(): string {
  const page = useInbox(true).data?.pages[0];
  const count = page?.results.length ?? 0;
  if (count === 0) return "";
  return page?.next ? `${count}+` : String(count);
}
