import type { InstrumentId } from '../markets/instrument.ts';

/** What a switch of risk stops: the whole desk, an account of whoever, or a market. */
export type SwitchScope = 'everyone' | `account/${number}` | `market/${InstrumentId}`;

/** The account of a scope; null: it is about none. */
export function accountOfScope(scope: SwitchScope): number | null {
  const id = /^account\/([1-9][0-9]{0,14})$/.exec(scope)?.[1];
  return id === undefined ? null : Number(id);
}
