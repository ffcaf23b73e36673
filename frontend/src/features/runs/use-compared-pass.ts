import { useParams, useSearchParams } from "react-router";

/** Compared runs and container pass, all from the address. */
export function useComparedPass() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const other = params.get("with") ?? "";
  const addressOfPass = (scope: string) => {
    const query = new URLSearchParams({ with: other, ...(scope !== "" && { scope }) });
    return `/runs/${id}/compare?${query}`;
  };
  return { id, other, scope: params.get("scope") ?? "", addressOfPass };
}
