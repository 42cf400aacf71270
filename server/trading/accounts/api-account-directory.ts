import { AppError, accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId, Transfer } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { type AccountKey, accountKeyOf } from '../../../core/domain/accounts/account-key.ts';
import { compareDecimals, decimalPattern, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { Turns } from '../../../core/domain/turns.ts';
import { exchangeTitle } from '../../market/exchange-title.ts';
import type { StoredLedger } from '../../store/orders/trading-store.ts';
import type { ApiAccountRecord, LedgerLineRecord, NewApiAccount } from '../../store/records.ts';
import type { ApiAccounts } from '../../store/store.ts';

/** Where accounts find the venue behind an exchange. */
export interface VenueLookup {
  venue(exchange: string): Venue | null;
}

/** Money that comes from outside or goes there. */
interface OutsideMove {
  readonly target: AccountKey;
  readonly asset: string;
  readonly amount: string;
  readonly reference: string;
}

interface AccountsStore {
  readonly apiAccounts: ApiAccounts;
  readonly ledger: Pick<StoredLedger, 'transfer'>;
}

/**
 * All api accounts in memory, because every order asks for one, and the way to make them: whatever writes accounts goes
 * through here, so that memory and store agree.
 */
export class ApiAccountDirectory {
  readonly #accounts: ApiAccounts;
  readonly #ledger: AccountsStore['ledger'];
  readonly #clock: Clock;
  readonly #venues: VenueLookup;
  readonly #onWritten: () => void;
  readonly #byId = new Map<ApiId, ApiAccountRecord>();
  readonly #withheld = new Set<ApiId>();
  /** Into or out of which money is on its way, once for each move: their balances do not tell of it yet. */
  readonly #moving: ApiId[] = [];
  readonly #listeners = new Set<(userId: string) => void>();
  /** What was read earlier must never take the place of what was read later. */
  readonly #reading = new Turns();
  readonly #ensuring = new Map<string, Promise<ApiAccountRecord>>();

  /** @param onWritten is told of each account that is made or changed here */
  constructor(store: AccountsStore, clock: Clock, venues: VenueLookup, onWritten: () => void = () => undefined) {
    this.#onWritten = onWritten;
    this.#accounts = store.apiAccounts;
    this.#ledger = store.ledger;
    this.#clock = clock;
    this.#venues = venues;
  }

  /** Reads the accounts from the store: before the first venue opens, and again where another server makes them. */
  load(): Promise<void> {
    return this.#reading.take(async () => {
      const all = await this.#accounts.all();
      const there = new Set(all.map(({ apiId }) => apiId));
      for (const apiId of this.#byId.keys()) if (!there.has(apiId)) this.#byId.delete(apiId);
      for (const account of all) this.#byId.set(account.apiId, account);
    });
  }

  /** Null for an unknown or deleted account. */
  get(apiId: ApiId): ApiAccountRecord | null {
    return this.#withheld.has(apiId) ? null : (this.#byId.get(apiId) ?? null);
  }

  /** In order of creation. */
  all(): readonly ApiAccountRecord[] {
    return this.#shown();
  }

  listOf(userId: string): readonly ApiAccountRecord[] {
    return this.#shown().filter((account) => account.userId === userId);
  }

  apiIdsOf(exchange: string): readonly ApiId[] {
    return [...this.#byId.values()].filter((account) => account.exchange === exchange).map(({ apiId }) => apiId);
  }

  /** Accounts of one user at one exchange share a group, named after the oldest: they never trade with each other. */
  tradeGroupOf(apiId: ApiId): number {
    const account = this.#byId.get(apiId);
    if (account === undefined) return 0;
    const own = this.listOf(account.userId).filter(({ exchange }) => exchange === account.exchange);
    return Math.min(...own.map((one) => one.apiId));
  }

  /** Stores a new account and makes it known to its venue, when that is open. */
  async create(account: NewApiAccount): Promise<ApiAccountRecord> {
    const record = await this.#accounts.create(account);
    await this.take(record);
    return record;
  }

  /** What the store has of an account by now: a new one is made known to its venue, and whose it is hears of it. */
  async take(record: ApiAccountRecord): Promise<void> {
    const isNew = !this.#byId.has(record.apiId);
    if (record.state === 'DELETED') this.#byId.delete(record.apiId);
    else this.#byId.set(record.apiId, record);
    this.#tell(record.userId);
    const venue = this.#venues.venue(record.exchange);
    if (isNew && record.state !== 'DELETED' && venue !== null) await openAll(venue, record.apiId);
  }

  /** Nobody finds the account until what this gives has been called, which reads again what the store has of it. */
  withhold({ apiId }: ApiAccountRecord): () => Promise<void> {
    this.#withheld.add(apiId);
    return async () => {
      const record = await this.#accounts.get(apiId);
      this.#withheld.delete(apiId);
      if (record !== null) await this.take(record);
    };
  }

  /** Whether money is on its way into it or out of it. */
  isMoving(apiId: ApiId): boolean {
    return this.#moving.includes(apiId);
  }

  /** Work that moves money of an account or keeps it back; null: the account is not there, or somebody has begun to delete it. */
  async moving<T>(apiId: ApiId, work: () => Promise<T>): Promise<T | null> {
    return this.get(apiId) === null ? null : this.#during([apiId], work);
  }

  /** @param apiIds looked at in the same breath: whoever has withheld one of them before is not overtaken */
  async #during<T>(apiIds: readonly ApiId[], work: () => Promise<T>): Promise<T> {
    this.#moving.push(...apiIds);
    try {
      return await work();
    } finally {
      for (const apiId of apiIds) this.#moving.splice(this.#moving.indexOf(apiId), 1);
    }
  }

  /** Says whose accounts have changed. */
  onChange(listener: (userId: string) => void): Disposer {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #shown(): readonly ApiAccountRecord[] {
    const all = [...this.#byId.values()];
    return this.#withheld.size === 0 ? all : all.filter(({ apiId }) => !this.#withheld.has(apiId));
  }

  #tell(userId: string): void {
    this.#onWritten();
    for (const listener of this.#listeners) listener(userId);
  }

  /** The user's first account at the exchange, made when there is none. Calls at the same time share one. */
  ensureAccount(userId: string, exchange: string): Promise<ApiAccountRecord> {
    const key = `${userId}/${exchange}`;
    const running = this.#ensuring.get(key);
    if (running !== undefined) return running;
    const ensuring = this.#ensure(userId, exchange).finally(() => this.#ensuring.delete(key));
    this.#ensuring.set(key, ensuring);
    return ensuring;
  }

  /**
   * Credits an account from outside, for demos and operators; `reference` makes it happen once: the ledger knows those of
   * long ago, the venue more of the latest than can wait for the ledger.
   */
  async deposit(target: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#outside({ target, asset, amount, reference }, isPosted, (venue) =>
      venue.capabilities.deposit ? () => venue.deposit(target, asset, amount, reference) : null,
    );
  }

  /** Takes free money out of an account to the outside, once per reference, as {@link deposit} does. */
  async withdraw(target: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#outside({ target, asset, amount, reference }, isTaken, (venue) => {
      const withdraw = venue.capabilities.withdrawal === true ? venue.withdraw?.bind(venue) : undefined;
      return withdraw === undefined ? null : () => withdraw(target, asset, amount, reference);
    });
  }

  /** @param offered what the venue is asked, null where it does not offer that */
  async #outside(
    { target, asset, amount, reference }: OutsideMove,
    isBooked: typeof isPosted,
    offered: (venue: Venue) => (() => Promise<Outcome<void>>) | null,
  ): Promise<Outcome<void>> {
    const { apiId } = target;
    const account = this.get(apiId);
    if (account === null) return refused('ACCESS_ACCOUNT', { apiId });
    const { exchange } = account;
    const venue = this.#venues.venue(exchange);
    if (venue === null) return refused('VENUE_UNAVAILABLE', { exchange });
    const ask = offered(venue);
    if (ask === null) return refused('ORDER_NOT_SUPPORTED', { field: 'exchange', value: exchange });
    const earlier = await this.#ledger.transfer(exchange, reference);
    // Meanwhile somebody may have begun to delete it, for it was empty.
    if (earlier === null) return this.get(apiId) === null ? refused('ACCESS_ACCOUNT', { apiId }) : this.#during([apiId], ask);
    const isSame = earlier.lines.filter((line) => line.account > 0).every((line) => isBooked(line, target, asset, amount));
    return isSame ? accepted(undefined) : refused('TRANSFER_DUPLICATE_REFERENCE', { field: 'reference' });
  }

  /**
   * Moves free money between two accounts at one exchange, once per reference, as {@link deposit} does.
   * @param refusal why it may not happen now; what has happened already is told all the same
   * @param stored resolves when the ledger has what happened at the exchange so far
   */
  async transfer(
    move: Transfer,
    refusal: () => AppError | null = () => null,
    stored: (exchange: string) => Promise<void> = async () => undefined,
  ): Promise<Outcome<void>> {
    const { from, to, asset, amount, reference } = move;
    const account = this.get(from.apiId);
    if (account === null) return refused('ACCESS_ACCOUNT', { apiId: from.apiId });
    const { exchange } = account;
    const venue = this.#venues.venue(exchange);
    if (venue === null) return refused('VENUE_UNAVAILABLE', { exchange });
    const transfer = venue.transfer?.bind(venue);
    if (transfer === undefined || !venue.capabilities.transfer) return refused('TRANSFER_NOT_OFFERED', { exchange });
    let earlier = await this.#ledger.transfer(exchange, reference);
    if (earlier === null) {
      // Meanwhile somebody may have begun to delete one of them, for it was empty.
      const problem = this.#gone(from, to) ?? refusal();
      if (problem === null) return this.#during([from.apiId, to.apiId], () => transfer(move));
      // What has just happened may not be in the ledger yet.
      await stored(exchange);
      earlier = await this.#ledger.transfer(exchange, reference);
      if (earlier === null) return denied(problem);
    }
    const isSame = [isPosted, isTaken].every((is, at) => earlier.lines.some((line) => is(line, at === 0 ? to : from, asset, amount)));
    return isSame ? accepted(undefined) : refused('TRANSFER_DUPLICATE_REFERENCE', { field: 'reference' });
  }

  #gone(...keys: readonly AccountKey[]): AppError | null {
    const gone = keys.find(({ apiId }) => this.get(apiId) === null);
    return gone === undefined ? null : new AppError('ACCESS_ACCOUNT', { apiId: gone.apiId });
  }

  /** A user's VIP level may have changed: the venues take it into the fees of the accounts from the next fill on. */
  async levelChanged(userId: string): Promise<void> {
    for (const { apiId, exchange } of this.listOf(userId)) {
      const venue = this.#venues.venue(exchange);
      if (venue !== null) await openAll(venue, apiId);
    }
  }

  /** Makes the venue know every account that it should; one stored just before a crash, or of a type that is new there, may be missing. */
  async opened(venue: Venue): Promise<void> {
    await Promise.all(this.apiIdsOf(venue.exchange).map((apiId) => openAll(venue, apiId)));
  }

  async #ensure(userId: string, exchange: string): Promise<ApiAccountRecord> {
    const known = this.listOf(userId).find((account) => account.exchange === exchange);
    if (known !== undefined) return known;
    return this.create({
      userId,
      name: exchangeTitle(this.#venues, exchange),
      exchange,
      permissions: ['spot', 'futures'],
      groupId: null,
      expiresMs: null,
      state: 'ACTIVE',
      createdMs: this.#clock.nowMs(),
    });
  }
}

/** Accounts of every type that the venue has; those of isolated margin come with their markets. */
async function openAll(venue: Venue, apiId: ApiId): Promise<void> {
  const keys = venue.capabilities.accountTypes.flatMap((accountType) => accountKeyOf(apiId, accountType) ?? []);
  await Promise.all(keys.map((key) => venue.openAccount(key)));
}

const isPosted = (line: LedgerLineRecord, { apiId, accountType, symbol }: AccountKey, asset: string, amount: string): boolean =>
  line.account === apiId &&
  line.accountType === accountType &&
  line.symbol === symbol &&
  line.asset === asset &&
  isEqual(line.amount, amount);

const isTaken = (line: LedgerLineRecord, key: AccountKey, asset: string, amount: string): boolean =>
  isPosted({ ...line, amount: negateDecimal(line.amount) }, key, asset, amount);

/** `amount` comes from outside: what is no decimal equals nothing. */
const isEqual = (stored: string, amount: string): boolean => decimalPattern.test(amount) && compareDecimals(stored, amount) === 0;
