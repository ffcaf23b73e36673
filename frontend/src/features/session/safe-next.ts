/** Where to go after signing in: only to a place inside, never to an address that a link brought along. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith("/")) return "/workflows";
  const target = new URL(next, window.location.origin);
  return target.origin === window.location.origin ? target.pathname + target.search : "/workflows";
}
