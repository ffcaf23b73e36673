import { Skeleton } from "@mantine/core";

/** Keeps the place of a control that is being loaded. */
export function LatePlace() {
  return <Skeleton height={36} />;
}
