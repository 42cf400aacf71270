import { expect, it } from 'vitest';
import type { Balance } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { type ProofParts, WalletProof } from './wallet-proof.ts';

/** A house with one wallet, and a store that takes what it holds only when `catchesUp` says so. */
function house(wallet: string, inStore: string) {
  const state = { wallet, inStore };
  const balance = (): Balance => ({ exchange: 'house', apiId: 1, accountType: 'spot', asset: 'USDT', total: state.wallet, held: '0' });
  const venue = {
    exchange: 'house',
    durability: 'journal',
    accounts: () => [spotAccount(1)],
    balances: () => [balance()],
  } as unknown as Venue;
  const saved: object[] = [];
  const proof = (stored: () => Promise<void>): WalletProof => {
    const money = {
      proofs: async () => saved as never[],
      saveProof: async (one: object) => void saved.push(one),
      walletSums: async () => [{ account: '1/spot', asset: 'USDT', ledger: state.inStore, stored: state.inStore }],
    };
    /** What was saved in one that came to nothing is not there. */
    const transaction = async (work: (within: object) => Promise<void>): Promise<void> => {
      const before = [...saved];
      await work({ money, sql: 'the transaction' }).catch((error: unknown) => {
        saved.splice(0, saved.length, ...before);
        throw error;
      });
    };
    const store = { money, ledger: { imbalance: async () => ({}) }, transaction } as unknown as ProofParts['store'];
    const after = (_: number, task: () => void): (() => void) => {
      task();
      return () => undefined;
    };
    const clock = { nowMs: () => 0, after };
    return new WalletProof({ store, venues: () => [venue], apiIdsOf: () => [1], stored, clock });
  };
  return { state, proof, saved };
}

it('finds a wallet of which the store says something else for good', async () => {
  const { proof } = house('5', '4');
  expect(await proof(async () => undefined).prove(true)).toMatchObject([
    { exchange: 'house', findings: [{ apiId: 1, asset: 'USDT', ledger: '4', wallet: '5', stored: '4' }] },
  ]);
});

it('says nothing of a wallet that moves while it waits for the store', async () => {
  const { state, proof } = house('5', '5');
  let waits = 0;
  const stored = async (): Promise<void> => {
    waits += 1;
    // Told after the wait began, stored after it ended.
    if (waits === 1) state.wallet = '6';
    else state.inStore = state.wallet;
  };
  expect(await proof(stored).prove(true)).toMatchObject([{ findings: [] }]);
});

it('says nothing while the store is behind, and looks again', async () => {
  const { state, proof } = house('6', '5');
  let waits = 0;
  const stored = async (): Promise<void> => {
    waits += 1;
    if (waits === 3) state.inStore = '6';
  };
  expect(await proof(stored).prove(true)).toMatchObject([{ findings: [] }]);
});

it('counts no wallet that never stands still, and looks at it again with the next proof of the day', async () => {
  const { state, proof, saved } = house('5', '5');
  let moves = true;
  const stored = async (): Promise<void> => {
    state.inStore = state.wallet;
    if (moves) state.wallet = String(Number(state.wallet) + 1);
  };
  const book = proof(stored);
  expect(await book.prove(false)).toMatchObject([{ wallets: 0, findings: [] }]);
  moves = false;
  expect(await book.prove(false)).toMatchObject([{ wallets: 1, findings: [] }]);
  expect(await book.prove(false), 'is proven').toEqual([]);
  expect(saved).toHaveLength(2);
});

it('keeps no findings of which nobody was told, and tells of none that are not there', async () => {
  const { state, proof, saved } = house('5', '4');
  const book = proof(async () => undefined);
  const cut = book.prove(false, async () => {
    throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  const told: unknown[] = [];
  await book.prove(false, async ({ exchange }, within) => void told.push(exchange, within));
  state.inStore = '5';
  await book.prove(true, async ({ exchange }, within) => void told.push(exchange, within));
  expect([told, saved.length]).toEqual([['house', 'the transaction'], 2]);
});
