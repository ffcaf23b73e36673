import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WorkflowSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";

const SHOWN = 12;

/** The workflows that one wants at hand; nothing while there are none. */
export function Favourites({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  const { t } = useTranslation("home");
  if (workflows.length === 0) return null;
  return (
    <HomeSection title={t("favourites")} all="/workflows?favourites">
      <ul className={classes.favourites}>
        {workflows.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Link to={`/workflows/${id}`} className={classes.favourite}>
              <Icon name="star-filled" size={14} className={classes.star} />
              <span className="fl-clip">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
