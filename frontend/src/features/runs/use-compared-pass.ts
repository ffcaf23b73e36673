import { useParams, useSearchParams } from "react-router";

/** Which runs are compared, and in which pass of a container: all of it stands in the address. */
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
