/** How much the benches measure; `tests/bench/size.py` is the other half and names the size in BENCH_SIZE. */

const FULL = {
  graphs: [100, 1000, 5000],
  gestureMs: 5000,
  letters: 40,
  undos: 5,
  edits: 100,
  runNodes: 1000,
  pastNodes: 2500,
  pieces: 1000,
};

/** Shows within seconds that everything still runs. */
const SMOKE: typeof FULL = {
  graphs: [20],
  gestureMs: 300,
  letters: 5,
  undos: 1,
  edits: 5,
  runNodes: 20,
  pastNodes: 20,
  pieces: 20,
};

export const SIZE = process.env.BENCH_SIZE === "smoke" ? SMOKE : FULL;
