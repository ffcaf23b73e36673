/**
 * The default branch of a switch that must have a case for every member of a union: one that is missing does not
 * compile. At run time it ignores what a newer server may send.
 */
export function assertNever(_value: never): void {}
