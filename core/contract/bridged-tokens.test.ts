import { expect, it } from 'vitest';
import { bridgeProblem, capabilitiesOf } from './bridged-tokens.ts';

it('takes from a token the one capability that it brings, and the others from the manifest', () => {
  expect(capabilitiesOf({ requires: ['tessera.markets', 'tessera.texts'] })).toEqual(['markets.read']);
  expect(capabilitiesOf({ requires: ['tessera.accounts'], optional: ['tessera.notices'], capabilities: ['orders.read'] })).toEqual([
    'notices.show',
    'orders.read',
  ]);
  expect(capabilitiesOf({})).toEqual([]);
});

it('says of a token that does not reach a frame which do', () => {
  expect(bridgeProblem({ requires: ['tessera.markets', 'tessera.api'] })).toBe(
    'requires "tessera.api", which does not reach a package; these do: tessera.markets, tessera.feeds, tessera.accounts, tessera.notices, tessera.texts, tessera.preferences',
  );
  expect(bridgeProblem({ requires: ['tessera.markets'] })).toBeNull();
});

it('wants a capability for the accounts, and a token for a capability', () => {
  expect(bridgeProblem({ requires: ['tessera.accounts'] })).toContain(
    'none of its capabilities: balances.read, orders.read, orders.place, orders.cancel',
  );
  expect(bridgeProblem({ requires: ['tessera.accounts'], capabilities: ['balances.read'] })).toBeNull();
  expect(bridgeProblem({ requires: ['tessera.markets'], capabilities: ['orders.place'] })).toBe(
    'names the capability "orders.place", but requires no token that has it',
  );
});
