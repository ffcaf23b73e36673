import { useTranslation } from "react-i18next";
import { ADMIN_PLACE, PLACES, SETTINGS_SECTIONS } from "@/components/places";
import { useGoTo } from "@/features/command-palette/use-go-to";
import { useUser } from "@/hooks/use-user";
import type { PaletteSection } from "@/stores/command-palette-store";

/** The places of the product and the sections of the settings; found by their address, too, whatever the language. */
export function usePlaces(): PaletteSection[] {
  const { t } = useTranslation("command-palette");
  const common = useTranslation().t;
  const settings = useTranslation("settings").t;
  const user = useUser();
  const goTo = useGoTo();
  const places = PLACES.map(({ name, to, icon }) => goTo(to, common(`nav.${name}`), icon, [name]));
  const admin = {
    ...goTo(ADMIN_PLACE.to, common("nav.admin"), ADMIN_PLACE.icon, ["admin"]),
    // A page of the server, which the router does not know.
    onClick: () => window.location.assign(ADMIN_PLACE.to),
  };
  return [
    { group: t("pages"), actions: user.is_staff ? [...places, admin] : places },
    {
      group: t("settings"),
      actions: SETTINGS_SECTIONS.map(({ id, icon }) =>
        goTo(`/settings/${id}`, settings(`${id}.title`), icon, [id]),
      ),
    },
  ];
}
