import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useOpenLinks } from "@/api/people";
import type { OpenLink } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { useSave } from "@/components/use-save";
import { formatDateTime } from "@/i18n/format";
import classes from "./people.module.css";

export const LINKS = "/api/people/links/";

/** Invitations and password links that were not used yet; nothing without them. */
export function OpenLinks() {
  const { t } = useTranslation("administration-people");
  const links = useOpenLinks();
  if (links.isPending || links.data?.length === 0) return null;
  return (
    <section className={classes.links} aria-label={t("links.title")}>
      <h3 className={classes.linksTitle}>{t("links.title")}</h3>
      <QueryState query={links} pending={null} />
      <ul className={rows.list}>
        {links.data?.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link }: { link: OpenLink }) {
  const { t, i18n } = useTranslation("administration-people");
  const { id, user, note, created_by: by, expires_at: end } = link;
  const revoke = useSave(
    () => ask("delete", "/api/people/links/{account_link_id}/", at({ account_link_id: id })),
    { refreshes: [LINKS] },
  );
  const name = user ? t("links.password", { name: user.username }) : note || t("links.unnamed");
  const facts = [
    ...link.roles.map((role) => role.name),
    by ? t("links.by", { name: by.username }) : t("links.mailed"),
    t("links.end", { time: formatDateTime(end, i18n.language) }),
  ];
  return (
    <li className={rows.row}>
      <div className={rows.rowText}>
        {name}
        <p className={classes.facts}>{facts.join(" · ")}</p>
      </div>
      <ConfirmButton
        question={t("links.question", { name })}
        confirmLabel={t("links.revoke")}
        onConfirm={() => revoke.mutate()}
      >
        <IconButton icon="trash" label={t("links.revokeNamed", { name })} loading={revoke.isPending} />
      </ConfirmButton>
    </li>
  );
}
