import { expect, it } from 'vitest';
import { type RouteName, routes } from './index.ts';
import { type RateClass, rateClasses } from './rate-class.ts';
import type { Route } from './route.ts';

const all = Object.entries(routes) as readonly (readonly [RouteName, Route])[];
const named = (rate: RateClass): readonly string[] => all.filter(([, route]) => route.rate === rate).map(([name]) => name);

it('gives every route a class with an allowance', () => {
  for (const [name, { rate }] of all) expect(rateClasses[rate]?.perMinute, name).toBeGreaterThan(0);
});

it('puts whatever takes back, ends or revokes into the classes of the panic button, and nothing else', () => {
  expect(named('cancel')).toEqual(['cancelOrder', 'cancelAll']);
  expect(named('stop')).toEqual([
    'outLogin',
    'apiKeyRevoke',
    'adminStayingStop',
    'strategyStop',
    'strategyUpdateCancel',
    'strategyHalt',
    'adminStrategyHalt',
    'riskInstanceStop',
    'adminPackageSwitch',
    'adminPackageRemove',
    'adminPackageKeyRemove',
    'backtestCancel',
    'backtestStepsClose',
    'ownDataStay',
    'withdrawalTakeBack',
    'personSessionsEnd',
    'invitationRevoke',
    'authorisationTake',
    'instanceAuthorisationTake',
    'riskSwitchThrow',
    'riskCancelAll',
    'riskClose',
    'securitySessionsEnd',
  ]);
  const ending = /cancel|stop|halt|revoke|logout|outlogin|close\b/i;
  const forgotten = all.filter(
    ([, { method, path, rate }]) => method === 'POST' && ending.test(path) && rate !== 'cancel' && rate !== 'stop',
  );
  expect(forgotten.map(([name]) => name)).toEqual([]);
});

// Two thousand a second are what the embedded database writes down (`docs/status.md`); far behind it, an exchange takes orders of nobody.
it('lets no person alone, with all scripts, send more orders and amendments than can be written down', () => {
  const { perMinute, bucket, owner } = rateClasses.order;
  expect({ bucket, owner }).toEqual({ bucket: 'class', owner: 'person' });
  expect(perMinute / 60).toBeLessThanOrEqual(1_000);
});

it('gives the panic button buckets of its own: a route each, a caller each', () => {
  for (const rate of ['cancel', 'stop'] as const) expect(rateClasses[rate]).toMatchObject({ bucket: 'route', owner: 'credential' });
});

it('lets looking and changing share their allowance over all of their routes, and takes no looking for a change', () => {
  expect(all.filter(([, { method, rate }]) => method === 'GET' && ['change', 'save', 'order', 'cancel', 'stop'].includes(rate))).toEqual(
    [],
  );
});

it('lets a person ask for sums over a ledger at most once a second, with all windows', () => {
  const { perMinute, bucket, owner } = rateClasses[routes.balanceChanges.rate];
  expect({ bucket, owner }).toEqual({ bucket: 'route', owner: 'person' });
  expect(perMinute / 60).toBeLessThanOrEqual(1);
});

it('offers nothing that wants a fresh confirmation to API keys, nor to guests', () => {
  const fresh = all.filter(([, { confirm }]) => confirm === 'fresh');
  expect(fresh.length).toBeGreaterThan(0);
  for (const [name, { key, access }] of fresh) expect([name, key, access === 'public'], name).toEqual([name, undefined, false]);
});
