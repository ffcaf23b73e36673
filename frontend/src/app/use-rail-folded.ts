import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { useMatch } from "react-router";
import { useUser } from "@/hooks/use-user";

/** True if the rail shows icons only: by choice, otherwise on small screens. */
export function useRailFolded(): [boolean, (folded: boolean) => void] {
  const { id } = useUser();
  const isNarrow = useMediaQuery("(width <= 1280px)", undefined, { getInitialValueInEffect: false });
  const isEditor = useMatch("/workflows/:id") !== null;
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: `flowloom-rail-folded-${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return [chosen ?? (isNarrow || isEditor), choose];
}
