import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";

type Tab = { name: string; title: string; panel: ReactNode };

/** The parts of a page, of which the address names the open one; the first unless it does. */
export function PageTabs({ tabs }: { tabs: readonly [Tab, ...Tab[]] }) {
  const [params, setParams] = useSearchParams();
  const open = tabs.find(({ name }) => name === params.get("tab")) ?? tabs[0];
  return (
    <Tabs
      value={open.name}
      onChange={(next) => setParams(next ? { tab: next } : {}, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, panel }) => (
        <Tabs.Panel key={name} value={name}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
