import { useMutation } from "@tanstack/react-query";
import { api } from "@/api/client";

export function useSignOut() {
  return useMutation({
    mutationFn: api.session.signOut,
    // A full load drops everything that the next person must not see.
    onSuccess: () => window.location.assign("/sign-in"),
  });
}
