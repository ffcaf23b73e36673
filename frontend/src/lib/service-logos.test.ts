import { expect, it } from "vitest";
import { logoAddress, presetIcon, serviceIcon } from "@/lib/service-logos";

it.each([
  ["a service that has one", serviceIcon("slack", "webhook"), "slack"],
  ["a model API", presetIcon("deepseek"), "deepseek"],
  ["a service that has none", serviceIcon("salesforce", "webhook"), null],
  ["nothing chosen yet", serviceIcon(undefined, "webhook"), null],
  ["the offline model", presetIcon("offline"), null],
  ["a name that nobody knows", "logo-nobody", null],
])("has the logo of %s", (_what, icon, name) => {
  const address = logoAddress(icon);
  if (name === null) expect(address).toBeNull();
  else expect(address).toMatch(new RegExp(`/assets/service-logos-[0-9a-f]{8}\\.svg#${name}$`));
});
