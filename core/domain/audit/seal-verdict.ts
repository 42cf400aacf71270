/**
 * What became of sealed orders: they are as they were sealed, they are others, or they are not there by right, because an accepted loss has cut their
 * journal or they are being written anew from it.
 */
export const sealVerdicts = ['matches', 'differs', 'gone'] as const;
export type SealVerdict = (typeof sealVerdicts)[number];
