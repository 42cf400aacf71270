/** What the code of a package may do in a browser; an administrator grants it, the user sees it. Nothing else is there for it. */
export const capabilities = ['markets.read', 'balances.read', 'orders.read', 'orders.place', 'orders.cancel', 'notices.show'] as const;
export type Capability = (typeof capabilities)[number];

const byWeight: readonly Capability[] = ['orders.place', 'orders.cancel', 'orders.read', 'balances.read', 'notices.show', 'markets.read'];

/** In the order in which people are told of them: what acts comes before what only looks. */
export const heaviestFirst = (some: readonly Capability[]): readonly Capability[] => byWeight.filter((one) => some.includes(one));
