import type { MoneyFinding, MoneyProof } from '../../core/contract/money.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { type AccountKey, formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import type { AccountType } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { Store } from '../store/store.ts';

export interface ProofParts {
  readonly store: Pick<Store, 'money' | 'ledger'>;
  readonly venues: () => readonly Venue[];
  readonly apiIdsOf: (exchange: string) => readonly number[];
  /** Resolves when the store holds what the exchanges have told so far. */
  readonly stored: (exchanges: readonly string[]) => Promise<void>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
}

const looks = 5;
const betweenMs = 200;
const mostFindings = 50;

interface Compared {
  readonly wallets: number;
  readonly findings: readonly MoneyFinding[];
}

export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Whether the ledger of an exchange, the wallets there and the stored balances say the same. */
export class WalletProof {
  readonly #parts: ProofParts;

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /** Of exchanges whose books the house keeps, today; without `again` those that are proven already are left out. */
  async prove(again: boolean): Promise<readonly MoneyProof[]> {
    const { store, venues, clock } = this.#parts;
    const day = dayOf(clock.nowMs());
    const known = new Set((await store.money.proofs(200)).filter((one) => one.day === day).map(({ exchange }) => exchange));
    const proven: MoneyProof[] = [];
    for (const venue of venues()) {
      if (venue.durability !== 'journal' || (!again && known.has(venue.exchange))) continue;
      const proof = { day, exchange: venue.exchange, ...(await this.#compared(venue)), timeMs: clock.nowMs() };
      await store.money.saveProof(proof);
      proven.push(proof);
    }
    return proven;
  }

  /** A wallet that moves while it is looked at says nothing: it is looked at again. */
  async #compared(venue: Venue): Promise<Compared> {
    const findings = new Map<string, MoneyFinding>();
    let wallets = 0;
    for (let look = 0; look < looks; look++) {
      if (look > 0) await new Promise<void>((resolve) => void this.#parts.clock.after(betweenMs, resolve));
      const seen = await this.#look(venue);
      wallets = seen.wallets;
      for (const [name, finding] of seen.judged) {
        if (finding === null) findings.delete(name);
        else findings.set(name, finding);
      }
      // A store that is far behind says the same as one that is wrong, until it has caught up.
      if (seen.unsteady === 0 && findings.size === 0) break;
    }
    return { wallets, findings: [...findings.values()].slice(0, mostFindings) };
  }

  async #look(venue: Venue): Promise<Look> {
    const { store, stored } = this.#parts;
    const { exchange } = venue;
    // From here to the end nothing may have moved in a wallet that is judged: then the store held all of it before it was asked.
    const before = this.#wallets(venue);
    await stored([exchange]);
    const sums = await store.money.walletSums(exchange);
    const imbalance = await store.ledger.imbalance(exchange);
    const after = this.#wallets(venue);
    const judged = new Map<string, MoneyFinding | null>();
    for (const [asset, ledger] of Object.entries(imbalance)) {
      const finding = { about: 'ledger', apiId: null, accountType: null, asset, ledger, wallet: null, stored: null } as const;
      judged.set(`ledger ${asset}`, finding);
    }
    const inStore = new Map(sums.map(({ account, asset, ledger, stored: balance }) => [`${account} ${asset}`, { ledger, balance }]));
    let unsteady = 0;
    const names = new Set([...inStore.keys(), ...before.keys(), ...after.keys()]);
    for (const name of names) {
      const wallet = before.get(name) ?? '0';
      const { ledger, balance } = inStore.get(name) ?? { ledger: '0', balance: '0' };
      if (wallet !== (after.get(name) ?? '0')) unsteady += 1;
      else if (compareDecimals(ledger, wallet) === 0 && compareDecimals(balance, wallet) === 0) judged.set(name, null);
      else judged.set(name, findingOf(name, { ledger, wallet, stored: balance }));
    }
    return { wallets: names.size, judged, unsteady };
  }

  #wallets(venue: Venue): ReadonlyMap<string, string> {
    const totals = new Map<string, string>();
    for (const apiId of this.#parts.apiIdsOf(venue.exchange))
      for (const account of venue.accounts(apiId))
        for (const { asset, total } of venue.balances(account)) totals.set(walletName(account, asset), total);
    return totals;
  }
}

interface Look {
  readonly wallets: number;
  /** By wallet; null: it agrees. */
  readonly judged: ReadonlyMap<string, MoneyFinding | null>;
  /** Wallets that moved meanwhile. */
  readonly unsteady: number;
}

const walletName = (account: AccountKey, asset: string): string => `${formatAccountKey(account)} ${asset}`;

function findingOf(name: string, sums: Pick<MoneyFinding, 'ledger' | 'wallet' | 'stored'>): MoneyFinding {
  const [key = '', asset = ''] = name.split(' ');
  const [apiId, accountType] = key.split('/');
  return { about: 'wallet', apiId: Number(apiId), accountType: accountType as AccountType, asset, ...sums };
}
