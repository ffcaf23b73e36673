/** Base address of files for readers: visitors of a public form have their own. */

import { createContext, useCallback, useContext } from "react";

const OURS = /^\/api\/(?:tools\/)?files\//;

/** Base address of files for readers without access to their own addresses; ends with a slash. */
export const FilesAddress = createContext<string | null>(null);

/** Returns what leads this reader to an address: files lead to where they have them, all else leads where it did. */
export function useAddressForReader(): (address: string) => string {
  const place = useContext(FilesAddress);
  return useCallback((address) => (place === null ? address : address.replace(OURS, place)), [place]);
}
