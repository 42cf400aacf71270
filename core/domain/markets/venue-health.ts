const venueHealths = ['LIVE', 'DEGRADED', 'DOWN'] as const;
export type VenueHealth = (typeof venueHealths)[number];

/** As callers meet it: a venue that is well takes cancels only while the server's disk is full or its database far behind. */
export const shownHealths = ['LIVE', 'CANCEL_ONLY', 'DEGRADED', 'DOWN'] as const;
export type ShownHealth = (typeof shownHealths)[number];
