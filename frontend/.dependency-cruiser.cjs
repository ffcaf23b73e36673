/**
 * Which folder may import from which, types included: `npm run layers`, part of `npm run lint`.
 *
 * app > features > components, commands > stores, hooks > runs, nodes > document > i18n > api > lib
 */

/** Bottom to top; folders of one layer may import each other. */
const LAYERS = [["lib"], ["api"], ["i18n"], ["document"], ["runs", "nodes"], ["stores", "hooks"], ["components", "commands"], ["features"], ["app"]];

const folder = (names) => `^src/(${names.join("|")})/`;

/** A file of a layer imports nothing from the layers above it. */
const layers = LAYERS.slice(0, -1).map((layer, at) => ({
  name: `${layer.join("-and-")}-below-${LAYERS[at + 1].join("-and-")}`,
  severity: "error",
  from: { path: folder(layer), pathNot: "[.](test|catalogue)[.]tsx?$" },
  to: { path: folder(LAYERS.slice(at + 1).flat()) },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: "features-apart",
      comment: "Features meet through stores and components; what two of them need is a component.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "no-circle",
      comment: "Also of types: a circle cannot be read from one end. A component loaded late may close one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphan",
      comment: "A file that nobody imports and that imports nothing; languages are found by their folders.",
      severity: "error",
      from: { orphan: true, pathNot: "[.]test[.]tsx?$|^src/i18n/[^/]+/index[.]ts$" },
      to: {},
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/test/|[.](test|catalogue)[.]tsx?$" },
      to: { path: "^src/test/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules|[.](css|json)$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
