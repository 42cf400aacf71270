import type { HouseMoney, MoneyFinding, MoneyProof } from '../../core/contract/money.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { type AccountKey, formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import type { AccountType } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { Store } from '../store/store.ts';

export interface ProofParts {
  readonly store: Pick<Store, 'money' | 'ledger' | 'transaction'>;
  readonly venues: () => readonly Venue[];
  readonly apiIdsOf: (exchange: string) => readonly number[];
  /** Resolves when the store holds what the exchanges have told so far. */
  readonly stored: (exchanges: readonly string[]) => Promise<void>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
}

/** A wallet that is traded from ten times a second stands still in one of so many. */
const looks = 40;
/** A store that is behind has caught up by then. */
const looksOfFindings = 5;
const betweenMs = 200;
const mostFindings = 50;

interface Compared {
  readonly wallets: number;
  readonly findings: readonly MoneyFinding[];
  /** Wallets that stood still in no look. */
  readonly unsteady: number;
}

export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Whether the ledger of an exchange, the wallets there and the stored balances say the same. */
export class WalletProof {
  readonly #parts: ProofParts;
  /** Exchanges with wallets that never stood still: those are looked at again with the next proof. */
  readonly #unproven = new Set<string>();

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /** Of exchanges whose books the house keeps, today; without `again` those that are proven already are left out. */
  async prove(...[again = false, tell]: Parameters<HouseMoney['prove']>): Promise<readonly MoneyProof[]> {
    const { store, venues, clock } = this.#parts;
    const day = dayOf(clock.nowMs());
    const known = new Set((await store.money.proofs(200)).filter((one) => one.day === day).map(({ exchange }) => exchange));
    const proven: MoneyProof[] = [];
    for (const venue of venues()) {
      const { exchange, durability } = venue;
      if (durability !== 'journal' || (!again && known.has(exchange) && !this.#unproven.has(exchange))) continue;
      const { unsteady, ...compared } = await this.#compared(venue);
      if (unsteady === 0) this.#unproven.delete(exchange);
      else this.#unproven.add(exchange);
      const proof = { day, exchange, ...compared, timeMs: clock.nowMs() };
      await store.transaction(async ({ money, sql }) => {
        await money.saveProof(proof);
        if (proof.findings.length > 0) await tell?.(proof, sql);
      });
      proven.push(proof);
    }
    return proven;
  }

  /** A wallet that moves while it is looked at says nothing: it is looked at again, and is not among those that were compared until it stood still. */
  async #compared(venue: Venue): Promise<Compared> {
    const judged = new Map<string, MoneyFinding | null>();
    let unsteady: readonly string[] = [];
    for (let look = 0; look < looks; look++) {
      if (look > 0) await new Promise<void>((resolve) => void this.#parts.clock.after(betweenMs, resolve));
      const again = look === 0 ? null : [...unsteady, ...[...judged].filter(([, finding]) => finding !== null).map(([name]) => name)];
      const seen = await this.#look(venue, again);
      ({ unsteady } = seen);
      // What moves again is not what it was judged by.
      for (const name of unsteady) judged.delete(name);
      for (const [name, finding] of seen.judged) judged.set(name, finding);
      const found = [...judged.values()].some((finding) => finding !== null);
      // A store that is far behind says the same as one that is wrong, until it has caught up.
      if (unsteady.length === 0 && (!found || look >= looksOfFindings - 1)) break;
    }
    const findings = [...judged.values()].filter((finding) => finding !== null);
    const wallets = [...judged.keys()].filter((name) => !name.startsWith(ofLedger)).length;
    return { wallets, findings: findings.slice(0, mostFindings), unsteady: unsteady.length };
  }

  /** @param again wallets and ledgers to look at; null: all */
  async #look(venue: Venue, again: readonly string[] | null): Promise<Look> {
    const { store, stored } = this.#parts;
    const { exchange } = venue;
    const apiIds =
      again === null ? null : [...new Set(again.filter((name) => !name.startsWith(ofLedger)).map((name) => Number.parseInt(name, 10)))];
    // From here to the end nothing may have moved in a wallet that is judged: then the store held all of it before it was asked.
    const before = this.#wallets(venue, apiIds);
    await stored([exchange]);
    const sums = await store.money.walletSums(exchange, apiIds);
    const after = this.#wallets(venue, apiIds);
    const judged = new Map<string, MoneyFinding | null>();
    if (again === null || again.some((name) => name.startsWith(ofLedger))) {
      for (const name of again ?? []) if (name.startsWith(ofLedger)) judged.set(name, null);
      for (const [asset, ledger] of Object.entries(await store.ledger.imbalance(exchange))) {
        const finding = { about: 'ledger', apiId: null, accountType: null, asset, ledger, wallet: null, stored: null } as const;
        judged.set(`${ofLedger}${asset}`, finding);
      }
    }
    const inStore = new Map(sums.map(({ account, asset, ledger, stored: balance }) => [`${account} ${asset}`, { ledger, balance }]));
    const unsteady: string[] = [];
    for (const name of again?.filter((one) => !one.startsWith(ofLedger)) ??
      new Set([...inStore.keys(), ...before.keys(), ...after.keys()])) {
      const wallet = before.get(name) ?? '0';
      const { ledger, balance } = inStore.get(name) ?? { ledger: '0', balance: '0' };
      if (wallet !== (after.get(name) ?? '0')) unsteady.push(name);
      else if (compareDecimals(ledger, wallet) === 0 && compareDecimals(balance, wallet) === 0) judged.set(name, null);
      else judged.set(name, findingOf(name, { ledger, wallet, stored: balance }));
    }
    return { judged, unsteady };
  }

  #wallets(venue: Venue, apiIds: readonly number[] | null): ReadonlyMap<string, string> {
    const totals = new Map<string, string>();
    for (const apiId of apiIds ?? this.#parts.apiIdsOf(venue.exchange))
      for (const account of venue.accounts(apiId))
        for (const { asset, total } of venue.balances(account)) totals.set(walletName(account, asset), total);
    return totals;
  }
}

interface Look {
  /** By wallet or ledger; null: it agrees. */
  readonly judged: ReadonlyMap<string, MoneyFinding | null>;
  /** Wallets that moved meanwhile. */
  readonly unsteady: readonly string[];
}

const ofLedger = 'ledger ';
const walletName = (account: AccountKey, asset: string): string => `${formatAccountKey(account)} ${asset}`;

function findingOf(name: string, sums: Pick<MoneyFinding, 'ledger' | 'wallet' | 'stored'>): MoneyFinding {
  const [key = '', asset = ''] = name.split(' ');
  const [apiId, accountType] = key.split('/');
  return { about: 'wallet', apiId: Number(apiId), accountType: accountType as AccountType, asset, ...sums };
}
