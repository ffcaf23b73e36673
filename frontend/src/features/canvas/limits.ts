/** From this many nodes on, only what is in view is kept in the page. */
export const MANY_NODES = 300;
