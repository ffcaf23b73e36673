import { Select } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";

type Order = "updated" | "name" | "created" | "last_run" | "last_conversation";
type Orders<Sort> = readonly [Sort, ...Sort[]];

/** The order that was chosen last in this browser; at first the first one. */
export function useRememberedSort<Sort extends Order>(
  key: string,
  orders: Orders<Sort>,
): [Sort, (sort: Sort) => void] {
  const [stored, store] = useLocalStorage<string>({
    key,
    defaultValue: orders[0],
    getInitialValueInEffect: false,
  });
  return [orders.find((known) => known === stored) ?? orders[0], store];
}

type Props<Sort> = { orders: Orders<Sort>; sort: Sort; onChange: (sort: Sort) => void };

/** In which order a list is shown. */
export function SortSelect<Sort extends Order>({ orders, sort, onChange }: Props<Sort>) {
  const { t } = useTranslation();
  const nameOf = (order: Order) => t(`sort.${order}`);
  return (
    <Select
      aria-label={t("sort.label")}
      w={190}
      allowDeselect={false}
      leftSection={<Icon name="switch-vertical" size={15} />}
      value={sort}
      onChange={(next) => onChange(orders.find((known) => known === next) ?? orders[0])}
      data={orders.map((value) => ({ value, label: nameOf(value) }))}
    />
  );
}
