/** Other users with this workflow open. */

import { useShallow } from "zustand/react/shallow";
import { lazyComponent } from "@/components/lazy-component";
import { usePresence } from "@/stores/presence-store";

const CollaboratorFaces = lazyComponent(async () => (await import("./collaborator-faces")).CollaboratorFaces);

export function Collaborators() {
  const people = usePresence(
    useShallow((state) => [
      ...new Set(Object.values(state.others).map(({ user, name }) => `${user}\n${name}`)),
    ]),
  ).map((person) => person.split("\n"));
  return people.length > 0 && <CollaboratorFaces people={people} />;
}
