import { Duration } from "@/components/duration";
import { useRun } from "@/stores/run-store";

type Props = { ms: number | null | undefined; since: string | null };

/** Duration of a part of the run, up to the displayed moment. */
export function RunDuration({ ms, since }: Props) {
  const moment = useRun((state) => state.moment?.at ?? null);
  if (moment === null || since === null || typeof ms === "number") return <Duration ms={ms} since={since} />;
  return <Duration ms={Math.max(0, Date.parse(moment) - Date.parse(since))} />;
}
