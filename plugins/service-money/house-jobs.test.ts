import { expect, it } from 'vitest';
import { languages } from '../../core/client/settings/language.ts';
import type { UserMessage } from '../../core/contract/messages.ts';
import type { HouseMoney, MoneyProof } from '../../core/contract/money.ts';
import { houseJobs } from './house-jobs.ts';

const proof = (findings: MoneyProof['findings']): MoneyProof => ({
  day: '2026-11-28',
  exchange: 'tessera',
  timeMs: 7,
  wallets: 3,
  findings,
});
const finding = { about: 'wallet', apiId: 12, accountType: 'spot', asset: 'USDT', ledger: '4', wallet: '5', stored: '4' } as const;

async function told(found: MoneyProof) {
  const sent: { role: string; message: Omit<UserMessage, 'userId'>; within: unknown }[] = [];
  const prove: HouseMoney['prove'] = async (_again, tell) => {
    await tell?.(found, 'the transaction' as never);
    return [found];
  };
  const logged: unknown[] = [];
  const jobs = houseJobs({
    money: { prove, resolve: async () => [], fileNamed: async () => false } as never,
    messages: { sendToRole: async (role, message, within) => void sent.push({ role, message, within }) },
    proofs: { forget: async () => undefined },
    news: { tellMissed: async () => undefined },
    clock: { nowMs: () => 0 },
    logger: { error: (fields) => void logged.push(fields) },
  });
  await jobs.find(({ id }) => id === 'prove')?.run(new AbortController().signal);
  return { sent, logged };
}

it('tells finance and administrators of a proof that does not hold, each in the own language, with what was found', async () => {
  const { sent, logged } = await told(proof([finding]));
  expect(sent.map(({ role }) => role)).toEqual(['finance', 'finance_manage', 'admin']);
  expect(sent.every(({ within }) => within === 'the transaction')).toBe(true);
  const { title, body } = sent[0]?.message ?? {};
  const said = languages.map((language) => [title, body].map((text) => (typeof text === 'function' ? text(language) : text)));
  expect(said[0]?.[0]).toBe('Reconciliation break at tessera');
  expect(said.every(([, text]) => text?.includes('12') === true && text.includes('4 / 5 / 4'))).toBe(true);
  expect(new Set(said.map(([head]) => head)).size).toBe(languages.length);
  expect(logged).toHaveLength(1);
});
