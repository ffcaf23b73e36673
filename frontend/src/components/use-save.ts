/** The one way in which screens change something on the server. */

import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

type Options<Data, Variables> = {
  /** Addresses (see `cachedAt`) that are read again before the person sees that it worked. */
  refreshes?: readonly string[];
  /** Shown in the corner once it is done. */
  done?: string;
  /** The form that shows refused fields; it shows `formError`, which is null while it has some. */
  form?: { errors: object; setErrors: (errors: Record<string, string>) => void };
  /** The screen shows `error` itself; otherwise the corner does. */
  inPlace?: boolean;
  onSuccess?: (data: Data, variables: Variables) => unknown;
  /** Instead of showing the error. */
  onError?: (error: Error, variables: Variables) => unknown;
  onSettled?: () => unknown;
};

export function useSave<Data, Variables = void>(
  save: (variables: Variables) => Promise<Data>,
  { refreshes = [], done, form, inPlace, onSuccess, onError, onSettled }: Options<Data, Variables> = {},
): UseMutationResult<Data, Error, Variables> & { formError: Error | null } {
  const refresh = useRefresh();
  const errorText = useErrorText();
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async (data, variables) => {
      if (refreshes.length > 0) await refresh(...refreshes);
      if (done !== undefined) notifyDone(done);
      await onSuccess?.(data, variables);
    },
    onError: (error, variables) => {
      if (onError) return onError(error, variables);
      if (form) form.setErrors(errorsByField(error));
      else if (!inPlace) notifyFailed(errorText(error));
    },
    onSettled,
  });
  const isAtFields = form !== undefined && Object.keys(form.errors).length > 0;
  return { ...mutation, formError: isAtFields ? null : mutation.error };
}
