import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isOfMembers, useSharedWithMe } from "@/api/sharing";
import type { SharedKind, SharedThing } from "@/api/types";
import rows from "@/components/rows.module.css";
import { LeaveButton } from "./leave-button";
import classes from "./sharing.module.css";
import { useSharing } from "./use-sharing";

const PLACES: Record<SharedKind, (id: string) => string> = {
  workflow: (id) => `/workflows/${id}`,
  agent: (id) => `/agents/${id}`,
  tool: (id) => `/tools?tool=${id}`,
  table: (id) => `/tables/${id}`,
  knowledge_base: (id) => `/knowledge/${id}`,
};

/**
 * Items shared with the user and not yet added, listed only here.
 *
 * `member` is of all kinds that are shared with single people.
 * Items shared with everybody also appear when added, so that they can be left; workflows and agents are left at their cards.
 */
export function SharedWithMe({ kind }: { kind: SharedKind | "member" }) {
  const { t } = useTranslation("sharing");
  const things = useSharedWithMe().filter((thing) => {
    const isOfMember = isOfMembers(thing.kind);
    return (kind === "member" ? isOfMember : thing.kind === kind) && !(isOfMember && thing.taken_up);
  });
  if (things.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      <p className={classes.about}>{t(`about.${kind}`)}</p>
      <ul className={rows.list}>
        {things.map((thing) => (
          <SharedRow key={thing.id} thing={thing} withKind={kind === "member"} />
        ))}
      </ul>
    </section>
  );
}

function SharedRow({ thing, withKind }: { thing: SharedThing; withKind: boolean }) {
  const { t } = useTranslation("sharing");
  const { takeUp } = useSharing();
  const {
    kind,
    id,
    name,
    description,
    owner,
    role,
    offered_over_mcp: isOffered,
    taken_up: isTakenUp,
  } = thing;
  const facts = [
    withKind && t(`kind.${kind}`),
    t("by", { name: owner.username }),
    role && t(`role.${role}`),
    description,
  ];
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <div className={rows.rowText}>
        <Link to={PLACES[kind](id)} className={classes.name}>
          {name}
        </Link>
        <p className={rows.about}>{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {isOffered && (
        <span className={rows.mark} title={t("mcpHelp")}>
          {t("mcp")}
        </span>
      )}
      <span className={classes.buttons}>
        {!isTakenUp && (
          <Button
            size="xs"
            aria-label={t("addNamed", { name })}
            loading={takeUp.isPending}
            onClick={() => takeUp.mutate({ kind, id, name })}
          >
            {t("add")}
          </Button>
        )}
        {(isTakenUp || isOfMembers(kind)) && <LeaveButton kind={kind} id={id} name={name} />}
      </span>
    </li>
  );
}
