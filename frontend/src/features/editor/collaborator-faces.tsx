import { Avatar, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { colourOf } from "@/stores/presence-store";
import classes from "./collaborators.module.css";

const MAX_SHOWN = 4;

type Props = { people: readonly string[][] };

/** The first letters of people, by their id and name. */
export function CollaboratorFaces({ people }: Props) {
  const { t } = useTranslation("editor");
  const label = t("people.here", { names: people.map(([, name]) => name).join(", ") });
  return (
    <Tooltip label={label} multiline maw={280}>
      <Avatar.Group className={classes.people} role="img" aria-label={label}>
        {people.slice(0, MAX_SHOWN).map(([user = "", name = ""]) => (
          <Avatar key={user} size={26} data-person={colourOf(user)} className={classes.person}>
            {[...name].slice(0, 2).join("").toLocaleUpperCase()}
          </Avatar>
        ))}
        {people.length > MAX_SHOWN && <Avatar size={26}>+{people.length - MAX_SHOWN}</Avatar>}
      </Avatar.Group>
    </Tooltip>
  );
}
