import type { SpotlightActionData } from "@mantine/spotlight";
import { useNavigate } from "react-router";
import { Icon } from "@/components/icon";

/** Makes entries of the command palette that lead somewhere. */
export function useGoTo() {
  const navigate = useNavigate();
  return (path: string, label: string, icon: string, keywords: string[] = []): SpotlightActionData => ({
    id: path,
    label,
    keywords,
    leftSection: <Icon name={icon} size={17} />,
    onClick: () => void navigate(path),
  });
}
