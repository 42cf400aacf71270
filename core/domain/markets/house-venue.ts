/** `needed`: always open; `sandbox`: simulates a market; `demo`: the same, and the demo keeps it; `choice`: as the firm likes. */
export const venueKinds = ['needed', 'sandbox', 'demo', 'choice'] as const;
export type VenueKind = (typeof venueKinds)[number];

/** What opens or closes goes on by itself, and is tried again until it is done. */
export const venueStates = ['open', 'opening', 'closing', 'closed'] as const;
export type VenueState = (typeof venueStates)[number];
