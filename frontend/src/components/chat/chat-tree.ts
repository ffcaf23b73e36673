/** A conversation is a tree: turns with the same predecessor are versions of one another. Pure. */

/** Chosen version by the id of the turn before it (`""` for the first); where none is chosen, the newest is shown. */
export type Picked = Readonly<Record<string, string>>;

/** A turn's position in the tree. */
type Placed = { id: string; after: string | null };

export type ShownTurn<T extends Placed> = {
  turn: T;
  /** All versions, oldest first; the shown one is at `index`. */
  versions: readonly T[];
  index: number;
};

const keyOf = (after: string | null): string => after ?? "";

/** The turns from the first one down the chosen versions. */
export function shownTurns<T extends Placed>(turns: readonly T[], picked: Picked): ShownTurn<T>[] {
  const byPredecessor = new Map<string, T[]>();
  for (const turn of turns) {
    const siblings = byPredecessor.get(keyOf(turn.after));
    if (siblings) siblings.push(turn);
    else byPredecessor.set(keyOf(turn.after), [turn]);
  }
  const path: ShownTurn<T>[] = [];
  let versions = byPredecessor.get("");
  while (versions !== undefined) {
    const chosen = versions.findIndex(({ id }) => id === picked[keyOf(versions?.[0]?.after ?? null)]);
    const index = chosen === -1 ? versions.length - 1 : chosen;
    const turn = versions[index];
    if (turn === undefined) break;
    path.push({ turn, versions, index });
    versions = byPredecessor.get(turn.id);
  }
  return path;
}

/** Choose another version of a shown turn; one that is not there changes nothing. */
export function pickVersion(picked: Picked, shown: ShownTurn<Placed>, index: number): Picked {
  const turn = shown.versions[index];
  return turn === undefined ? picked : { ...picked, [keyOf(turn.after)]: turn.id };
}

/** Show a new turn, whatever was chosen in its place. */
export function pickTurn(picked: Picked, turn: Placed): Picked {
  return { ...picked, [keyOf(turn.after)]: turn.id };
}
