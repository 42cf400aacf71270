import { expect, it } from 'vitest';
import type { MoneyFinding, MoneyProof } from '../../core/contract/money.ts';
import type { CheckTerms, FigureTerms } from '../../core/contract/operations.ts';
import { watchProofs } from './proof-watch.ts';

it('wakes somebody when the last proof of an exchange found something, and not for what an earlier one found', async () => {
  let proofs: readonly MoneyProof[] = [];
  const figures: FigureTerms[] = [];
  const checks: CheckTerms[] = [];
  watchProofs({ proofs: async () => proofs }, { addFigure: (one) => void figures.push(one), addCheck: (one) => void checks.push(one) });
  const found = async () => [await figures[0]?.read(), (await checks[0]?.read())?.detail?.en ?? null];
  const proof = (exchange: string, day: string, findings: number): MoneyProof => ({
    ...{ exchange, day, timeMs: 0, wallets: 3 },
    findings: Array.from({ length: findings }, () => ({}) as MoneyFinding),
  });
  expect(await found()).toEqual([0, null]);
  proofs = [proof('tessera', '2026-11-29', 0), proof('aurora', '2026-11-29', 2), proof('tessera', '2026-11-28', 5)];
  expect(await found()).toEqual([1, 'They do not agree: aurora 2026-11-29.']);
});
