import { useMutation } from "@tanstack/react-query";
import { ask } from "@/api/http";
import { dropMatrixDraft } from "@/stores/matrix-draft";

export function useSignOut() {
  return useMutation({
    mutationFn: () => ask("delete", "/api/session/"),
    // A full load drops everything that the next person must not see.
    onSuccess: () => {
      dropMatrixDraft();
      window.location.assign("/sign-in");
    },
  });
}
