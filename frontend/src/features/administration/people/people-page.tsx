import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { usePeople, useRoles } from "@/api/people";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { Section } from "@/components/section";
import { Table, TableHead } from "@/components/table";
import { useTypedParam } from "@/components/use-typed-param";
import { InviteModal } from "./invite-modal";
import { OpenLinks } from "./open-links";
import classes from "./people.module.css";
import { PersonRow } from "./person-row";

const COLUMNS = ["name", "email", "roles", "administration", "seen", "state"] as const;

/** People with their roles and rights, and open invitations. */
export function PeoplePage() {
  const { t } = useTranslation("administration-people");
  const [search, setSearch] = useTypedParam("search");
  const wanted = useSearchParams()[0].get("search") ?? "";
  const [inviting, { open, close }] = useDisclosure(false);
  const people = usePeople({ search: wanted });
  const roles = useRoles();
  const rows = people.data?.pages.flatMap((page) => page.results);
  return (
    <Section
      title={t("title")}
      text={t("text")}
      action={
        <Button leftSection={<Icon name="plus" />} onClick={open}>
          {t("invite.button")}
        </Button>
      }
    >
      <OpenLinks />
      <div className={classes.toolbar}>
        <SearchField value={search} onChange={setSearch} label={t("search")} />
      </div>
      <QueryList
        query={people}
        rows={rows}
        pending={<PageSkeleton rows={6} />}
        empty={
          <EmptyState icon="users" title={t("noneTitle")} text={t("noneText")}>
            <Button variant="default" onClick={() => setSearch("")}>
              {t("showEverybody")}
            </Button>
          </EmptyState>
        }
        loadsWhenNear
      >
        <Table className={classes.table}>
          <TableHead columns={COLUMNS} title={(column) => t(`column.${column}`)} withActions />
          <tbody>
            {rows?.map((person) => (
              <PersonRow key={person.id} person={person} roles={roles.data ?? []} />
            ))}
          </tbody>
        </Table>
      </QueryList>
      {inviting && <InviteModal roles={roles.data ?? []} onClose={close} />}
    </Section>
  );
}
