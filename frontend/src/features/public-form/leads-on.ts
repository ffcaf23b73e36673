/** True for the address of a page; all else could run as a script. The server has checked it, too. */
export function leadsOn(address: string): boolean {
  return /^https?:\/\//.test(address) && URL.canParse(address);
}
