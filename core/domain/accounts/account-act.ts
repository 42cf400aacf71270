/**
 * What can be done with an exchange account: know that it is there (know), look at what it holds and has open (see), read its histories
 * and statements (report), take back and hold in check, that is cancel, stop, limit and halt (reduce), send orders by hand or by strategy
 * (trade), transfer assets (move), and for the house: look at its money and statements (oversee), have money booked in and out (fund), move money
 * between accounts of its owner (allocate), and stop what trades with it, cancel its orders and freeze it (control).
 */
export const accountActs = ['know', 'see', 'report', 'reduce', 'trade', 'move', 'oversee', 'fund', 'allocate', 'control'] as const;
export type AccountAct = (typeof accountActs)[number];

/** What the owner of an account, or an administrator for him, can authorise somebody else to do. */
export const grantableActs = ['see', 'report', 'reduce', 'trade', 'move'] as const;
export type GrantableAct = (typeof grantableActs)[number];

/** What an authorisation opens: nobody trades or moves money without looking, and whoever trades can take his orders back. */
export const openedBy: Readonly<Record<GrantableAct, readonly AccountAct[]>> = {
  see: ['know', 'see'],
  report: ['know', 'report'],
  reduce: ['know', 'see', 'reduce'],
  trade: ['know', 'see', 'reduce', 'trade'],
  move: ['know', 'see', 'move'],
};
