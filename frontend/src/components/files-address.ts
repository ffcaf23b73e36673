/** Where files are for whoever reads: a visitor of a public form has addresses of their own. */

import { createContext, useCallback, useContext } from "react";

const OURS = /^\/api\/(?:tools\/)?files\//;

/** Where the files of a value or a text are, for readers to whom its own addresses give nothing: ends with a slash. */
export const FilesAddress = createContext<string | null>(null);

/** Returns what leads this reader to an address: files lead to where they have them, all else leads where it did. */
export function useAddressForReader(): (address: string) => string {
  const place = useContext(FilesAddress);
  return useCallback((address) => (place === null ? address : address.replace(OURS, place)), [place]);
}
