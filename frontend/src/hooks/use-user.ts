import { useSession } from "@/api/session";
import type { User } from "@/api/types";

/** The signed-in person; only inside routes that require a session. */
export function useUser(): User {
  const user = useSession().data?.user;
  if (!user) throw new Error("useUser outside of a signed-in route");
  return user;
}
