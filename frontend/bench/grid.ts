/** Where cards stand and what they are connected to: a square grid with one and a half edges per card. */

const COLUMN = 336;
const ROW = 168;

export type Cell = { at: number; position: { x: number; y: number } };

export function cells(size: number): Cell[] {
  const columns = columnsOf(size);
  return Array.from({ length: size }, (_, at) => ({
    at,
    position: { x: (at % columns) * COLUMN, y: Math.floor(at / columns) * ROW },
  }));
}

/** Pairs of cells, each from one that stands before the other; the last one leads nowhere. */
export function links(size: number): [source: number, target: number][] {
  const columns = columnsOf(size);
  const pairs: [number, number][] = [];
  for (let at = 0; at < size - 1; at += 1) {
    pairs.push([at, at + 1]);
    if (at % 2 === 0 && at + columns < size) pairs.push([at, at + columns]);
  }
  return pairs;
}

function columnsOf(size: number): number {
  return Math.ceil(Math.sqrt(size));
}
