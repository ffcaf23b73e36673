import { useMutation } from "@tanstack/react-query";
import { ask } from "@/api/http";

export function useSignOut() {
  return useMutation({
    mutationFn: () => ask("delete", "/api/session/"),
    // A full load drops everything that the next person must not see.
    onSuccess: () => window.location.assign("/sign-in"),
  });
}
