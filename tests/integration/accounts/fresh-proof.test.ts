import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { validBodies, validQueries } from '../../kit/malformed/valid-bodies.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { confirmAgain, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { stored } from '../../kit/stored/stored.ts';

/** A session that was left open, or stolen, is not enough for what changes money, keys, people, controls or what everybody reads. */
const guarded = {
  trader1: [
    ...(['withdrawalAsk', 'addressAdd', 'accountSaveKeys', 'accountDelete', 'apiKeyCreate', 'copyPlanSave'] as const),
    ...(['authorisationGive', 'instanceAuthorisationGive', 'ownDataExport', 'ownDataLeave'] as const),
    ...(['securityTotpBegin', 'securityTotpConfirm', 'securityTotpOff', 'securityRecoveryRenew'] as const),
    ...(['securityPasskeyBegin', 'securityPasskeyAdd', 'securityPasskeyRemove'] as const),
  ],
  asset: ['allocationMake'],
  finance_manage: ['movementAsk', 'movementDecide'],
  risk: ['riskClose', 'riskSwitchRelease', 'riskReleaseDecide'],
  admin: [
    ...(['personCreate', 'personChange', 'personPassword', 'personFactorReset', 'peopleImport', 'peopleExport'] as const),
    ...(['invitationMake', 'invitationResend', 'invitationRevoke'] as const),
    ...([
      'platformChange',
      'platformMailChange',
      'platformSmsChange',
      'financeLimitSave',
      'auditExport',
      'auditSealExport',
      'outboxBody',
    ] as const),
    ...(['adminMarketFees', 'adminFeeTier', 'adminAccountDiscount', 'adminMarketTerms'] as const),
    ...(['adminPackageKeyAdd', 'adminPackageInstall', 'adminPackageUpdate', 'adminPackageGrant', 'adminPackageRemove'] as const),
    ...(['adminPluginSetSave', 'adminNamedSetSave', 'adminProductVersionTie'] as const),
    ...(['adminAnnouncementSave', 'adminAnnouncementWithdraw'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly RouteName[]>>;
type Who = keyof typeof guarded;
const calls = (Object.keys(guarded) as Who[]).flatMap((who) => guarded[who].map((name) => ({ who, name })));

const clock = new AheadClock(silent);
let server: TestServer;
const clients = new Map<Who, HttpClient>();
const clientOf = (who: Who): HttpClient => clients.get(who) as HttpClient;
beforeAll(async () => {
  server = await startTestServer({ clock });
  for (const who of Object.keys(guarded) as Who[]) clients.set(who, await server.signIn(who));
}, 120_000);
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  /** Null: it was not refused. */
  readonly code: string | null;
}

async function answerOf(who: Who, name: RouteName, query: string, body: unknown): Promise<Answer> {
  const { method, path } = routes[name];
  const response = await fetch(`${server.url}${httpBase}${path}?${query}`, {
    method,
    headers: { authorization: clientOf(who).token ?? '', ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const { code } = isJson ? (JSON.parse(text) as { readonly code?: number }) : {};
  return { status: response.status, code: code === undefined || code === 200 ? null : errorCodeOf(code) };
}

/** Each with what it would take. */
const attack = (who: Who, name: RouteName): Promise<Answer> =>
  answerOf(who, name, new URLSearchParams(validQueries[name]).toString(), validBodies[name] ?? {});

it('names every call that wants a fresh confirmation, and no other', () => {
  const declared = Object.entries(server.routes).flatMap(([name, { confirm }]) => (confirm === undefined ? [] : [name]));
  expect(declared.sort()).toEqual(calls.map(({ name }) => name as string).sort());
});

it('refuses whoever has not proven of late that it is he, whatever he sends, and changes nothing', async () => {
  clock.ahead(6 * 60_000);
  const before = await stored(server.store);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const answers: Record<string, Answer> = {};
  for (const { who, name } of calls) answers[name] = await attack(who, name);
  expect(answers).toEqual(Object.fromEntries(calls.map(({ name }) => [name, { status: 403, code: 'CONFIRMATION_NEEDED' }])));
  expect(await stored(server.store)).toEqual(before);
});

it('takes each call once he has', async () => {
  for (const who of clients.keys()) await confirmAgain(server, clientOf(who), who);
  const taken: Record<string, string | null> = {};
  for (const { who, name } of calls) taken[name] = (await answerOf(who, name, 'nothing=true', { nothing: true })).code;
  expect(taken).toEqual(Object.fromEntries(calls.map(({ name }) => [name, 'REQUEST_INVALID'])));
});

it('leaves at hand what stops something: a package is switched off by a session of any age', async () => {
  clock.ahead(6 * 60_000);
  const body = { plugin: 'no-such-package', enabled: false };
  await expect(clientOf('admin').call('adminPackageSwitch', { body })).rejects.toThrow('PACKAGE_UNKNOWN');
});
