/** Px of one row of a table or a tape, by density. */
export const rowHeights = { compact: 24, cosy: 30 } as const;
/** Px of a row, a header and a box under a finger; `theme.css` has the same. */
export const touchSize = 40;
