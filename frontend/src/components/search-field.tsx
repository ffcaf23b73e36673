import { CloseButton, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";

/** The search is part of addresses: of the page and of what it asks for. */
export const MAX_SEARCH_CHARACTERS = 200;

type Props = { value: string; onChange: (value: string) => void; label: string; width?: number };

export function SearchField({ value, onChange, label, width = 280 }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="search"
      maxLength={MAX_SEARCH_CHARACTERS}
      w={width}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<Icon name="search" size={15} />}
      rightSection={
        value && <CloseButton size="sm" aria-label={t("action.clearSearch")} onClick={() => onChange("")} />
      }
    />
  );
}
