import { compareDecimals } from '../numbers/decimal.ts';

interface Leg {
  readonly parentId: string | null;
  readonly qty: string | null;
}

/** A leg whose entry has filled nothing yet: it has no quantity of its own, but grows by what the entry fills (trading rules §7). */
export const awaitsEntry = ({ parentId, qty }: Leg): boolean => parentId !== null && qty !== null && compareDecimals(qty, '0') === 0;
