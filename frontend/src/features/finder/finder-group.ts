import type { SpotlightActionData } from "@mantine/spotlight";

/** Entries of the finder under one heading. */
export type FinderGroup = { group: string; actions: SpotlightActionData[] };
