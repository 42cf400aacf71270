/** What the code of a package may do in a browser; an administrator grants it, the user sees it. Nothing else is there for it. */
export const capabilities = ['markets.read', 'balances.read', 'orders.read', 'orders.place', 'orders.cancel', 'notices.show'] as const;
export type Capability = (typeof capabilities)[number];
