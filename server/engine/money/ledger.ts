import { type Amount, difference, sum, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { silentSink } from '../silent-sink.ts';
import type { EngineSink, EntryLine, LedgerEntry, LedgerKind } from '../sink.ts';
import { VenueWallet, Wallet } from './wallet.ts';

interface MutableLine extends EntryLine {
  account: number;
  asset: number;
  /** What `amount` is made of when somebody listens. */
  change: Amount;
  amount: bigint;
}

interface MutableEntry extends LedgerEntry {
  entryId: number;
  kind: LedgerKind;
  reference: string;
  timeMs: number;
  lines: readonly EntryLine[];
}

const largestEntry = 8;

/**
 * Double-entry ledger: wallets of users (index ≥ 0) and of the venue (`systemAccounts`, below zero), changed by balanced
 * entries only. An entry is built with `line` and closed with `post`; entry and lines are reused, so the sink borrows them.
 */
export class Ledger {
  nextEntryId = 1;
  /** Wallets by account, then by asset; absent until first touched. System account −n is at n−1 of `venue`. */
  readonly users: (Wallet | undefined)[][] = [];
  readonly venue: (Wallet | undefined)[][] = [[], [], [], []];

  private readonly dirty: Wallet[] = [];
  private dirtyCount = 0;
  private readonly lines: MutableLine[] = Array.from({ length: largestEntry }, () => ({ account: 0, asset: 0, change: 0, amount: 0n }));
  /** Entry `n` has its own array of the first n lines, so that no array changes its length on the hot path. */
  private readonly views: MutableLine[][] = Array.from({ length: largestEntry + 1 }, (_, n) => this.lines.slice(0, n));
  private readonly entry: MutableEntry = { entryId: 0, kind: 'TRADE', reference: '', timeMs: 0, lines: [] };
  private lineCount = 0;

  /** The wallet, created empty when the account never touched the asset. The account and the asset must exist. */
  wallet(account: number, asset: number): Wallet {
    const wallets = (account >= 0 ? this.users[account] : this.venue[-1 - account]) as (Wallet | undefined)[];
    const known = wallets[asset];
    if (known !== undefined) return known;
    while (wallets.length <= asset) wallets.push(undefined);
    const wallet = account >= 0 ? new Wallet(account, asset) : new VenueWallet(account, asset);
    wallets[asset] = wallet;
    return wallet;
  }

  find(account: number, asset: number): Wallet | undefined {
    return (account >= 0 ? this.users[account] : this.venue[-1 - account])?.[asset];
  }

  hold(wallet: Wallet, amount: Amount): void {
    wallet.held = sum(wallet.held, amount);
    this.markDirty(wallet);
  }

  release(wallet: Wallet, amount: Amount): void {
    wallet.held = difference(wallet.held, amount);
    this.markDirty(wallet);
  }

  /** Adds a line to the entry under construction and changes the wallet. Zero amounts leave no line. */
  line(wallet: Wallet, amount: Amount): void {
    if (amount === 0) return;
    wallet.total = sum(wallet.total, amount);
    if (wallet.account >= 0) this.markDirty(wallet);
    const line = this.lines[this.lineCount++] as MutableLine;
    line.account = wallet.account;
    line.asset = wallet.asset;
    line.change = amount;
  }

  /** Closes the entry and tells the sink. The caller's lines must sum to zero per asset. */
  post(sink: EngineSink, kind: LedgerKind, reference: string | number, timeMs: number): void {
    const { entry } = this;
    const lines = this.views[this.lineCount] as MutableLine[];
    this.lineCount = 0;
    entry.entryId = this.nextEntryId++;
    if (sink === silentSink) return;
    for (const line of lines) line.amount = toBigInt(line.change);
    entry.kind = kind;
    entry.reference = String(reference);
    entry.timeMs = timeMs;
    entry.lines = lines;
    sink.posted(entry);
  }

  /** Tells the sink every user wallet changed since the last call, once each, in the order of first change. */
  flush(sink: EngineSink): void {
    for (let i = 0; i < this.dirtyCount; i++) {
      const wallet = this.dirty[i] as Wallet;
      wallet.dirty = false;
      if (sink !== silentSink) sink.balanceChanged(wallet.account, wallet.asset, toBigInt(wallet.total), toBigInt(wallet.held));
    }
    this.dirtyCount = 0;
  }

  private markDirty(wallet: Wallet): void {
    if (wallet.dirty) return;
    wallet.dirty = true;
    this.dirty[this.dirtyCount++] = wallet;
  }
}
