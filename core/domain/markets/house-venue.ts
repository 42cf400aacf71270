/** `needed`: always open; `sandbox`: simulates a market; `demo`: the same, and the demo keeps it; `choice`: as the firm likes. */
export const venueKinds = ['needed', 'sandbox', 'demo', 'choice'] as const;
export type VenueKind = (typeof venueKinds)[number];

/** What opens or closes goes on by itself, and is tried again until it is done. */
export const venueStates = ['open', 'opening', 'closing', 'closed'] as const;
export type VenueState = (typeof venueStates)[number];

/** What is open without an exchange has none to offer, such as recordings where there are none. */
export const hasNothing = ({ kind, state, exchanges }: { kind: VenueKind; state: VenueState; exchanges: readonly unknown[] }): boolean =>
  kind === 'choice' && state === 'open' && exchanges.length === 0;
