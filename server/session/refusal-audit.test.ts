import { expect, it } from 'vitest';
import { AppError } from '../../core/contract/app-error.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silent } from '../trading/trading-fixture.ts';
import { RefusalAudit, refusedAccess } from './refusal-audit.ts';
import type { UserSession } from './session-registry.ts';

const minuteMs = 60_000;
const sessionOf = (userId: string, keyId?: string): UserSession =>
  ({ principal: { userId }, ...(keyId === undefined ? {} : { key: { keyId, permission: 'read' } }) }) as unknown as UserSession;
const role = new AppError('ACCESS_ROLE');

function setUp() {
  const clock = new ManualClock(1_800_000_000_000);
  const lines: { readonly actor: string; readonly subject: string; readonly after: { readonly code: string; readonly times: number } }[] =
    [];
  const store = { traces: { append: async (line: never) => lines.push(line) } };
  const audit = new RefusalAudit({ store: store as never, clock, logger: silent });
  return { clock, lines, audit, stop: audit.start() };
}

it('writes the first refusal within a minute, then once an hour how often it came again', async () => {
  const { clock, lines, audit, stop } = setUp();
  audit.note(sessionOf('ann', 'k1'), role, 'adminPluginSets', '203.0.113.9');
  await clock.advance(minuteMs);
  const timeMs = 1_800_000_000_000;
  const after = { code: 'ACCESS_ROLE', times: 1, firstMs: timeMs, lastMs: timeMs, ip: '203.0.113.9', keyId: 'k1' };
  expect(lines).toEqual([{ timeMs, actor: 'ann', action: refusedAccess, subject: 'adminPluginSets', before: null, after }]);
  for (let at = 0; at < 500; at++) audit.note(sessionOf('ann'), role, 'adminPluginSets', '203.0.113.9');
  await clock.advance(58 * minuteMs);
  expect(lines).toHaveLength(1);
  await clock.advance(minuteMs);
  expect(lines[1]).toMatchObject({ subject: 'adminPluginSets', after: { times: 500 } });
  await clock.advance(120 * minuteMs);
  expect(lines).toHaveLength(2);
  await stop();
});

it('joins what one user asks for beyond twenty things an hour, and what too many users ask for', async () => {
  const { clock, lines, audit, stop } = setUp();
  for (let at = 0; at < 5_000; at++) audit.note(sessionOf('ann'), role, `topic:${at}`, 'ip');
  audit.note(sessionOf('bob'), role, 'adminPluginSets', 'ip');
  await clock.advance(minuteMs);
  expect(lines.filter(({ actor }) => actor === 'ann')).toHaveLength(21);
  expect(lines.find(({ subject }) => subject === 'others')).toMatchObject({ actor: 'ann', after: { code: 'others', times: 4_980 } });
  expect(lines.some(({ actor }) => actor === 'bob')).toBe(true);
  for (let at = 0; at < 5_000; at++) audit.note(sessionOf(`user${at}`), role, 'adminPluginSets', 'ip');
  await clock.advance(minuteMs);
  expect(lines.length).toBeLessThanOrEqual(2_001);
  expect(lines.at(-1)).toMatchObject({ actor: 'others', subject: 'others' });
  await stop();
});

it('leaves alone who is nobody, and errors that refuse no access', async () => {
  const { lines, audit, stop } = setUp();
  audit.note(null, role, 'adminPluginSets', 'ip');
  for (const code of ['SESSION_INVALID', 'ORDER_UNKNOWN', 'PASSWORD_WRONG'] as const)
    audit.note(sessionOf('ann'), new AppError(code), 'x', 'ip');
  await stop();
  expect(lines).toEqual([]);
});

it('writes what is not written yet before the server stops', async () => {
  const { lines, audit, stop } = setUp();
  audit.note(sessionOf('ann'), new AppError('ACCESS_ACCOUNT', { apiId: 7 }), 'doOrder', 'ip');
  await stop();
  expect(lines).toMatchObject([{ actor: 'ann', subject: 'doOrder', after: { code: 'ACCESS_ACCOUNT', times: 1 } }]);
});
