import { join } from 'node:path';
import type { Clock, Logger, Matching, MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { FeeShares } from '../../../core/domain/accounts/fee-schedule.ts';
import type { Asset, Instrument } from '../../../core/domain/markets/instrument.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AddInstrument, Command, SetFeeTier } from '../../engine/command.ts';
import { createEngine, restoreEngine } from '../../engine/engine.ts';
import type { CommittedBatch } from '../../engine/host/committed-batch.ts';
import type { EngineHost, EngineHostOptions } from '../../engine/host/host-port.ts';
import { openHost } from '../../engine/host/open-host.ts';
import { DiskFailed } from '../../engine/journal/failures/disk-failed.ts';
import { LeaseLost } from '../../engine/journal/failures/lease-lost.ts';
import type { JournalRows } from '../../engine/journal/rows/journal-rows.ts';
import type { KindRows } from '../../engine/rules/account-rules.ts';
import type { OrderCause } from '../../engine/sink.ts';
import { type AccountRegister, RecoveredAccounts } from '../accounts/recovered-accounts.ts';
import { VenueInstruments } from '../venues/venue-instruments.ts';
import { CommittedState } from './committed-state.ts';
import { EngineVenue } from './engine-venue.ts';
import { EventMapper } from './event-mapper.ts';
import { mapOrder } from './order-mapping.ts';
import type { TrackedEngine } from './tracked-engine.ts';
import { TrackedEngineFactory } from './tracked-engine-factory.ts';

export interface EngineMatchingOptions {
  /** Venues live in `venues/<exchange>` below it. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Sequences through which those who follow the venue have stored: it reports again what came after the smallest. Asked at each opening. */
  readonly positionsOf: (exchange: string) => Promise<readonly number[]>;
  readonly tradeGroupOf: (apiId: ApiId) => number;
  /** VIP level of an account's user; absent: everybody's is the lowest. */
  readonly vipLevelOf?: ((apiId: ApiId) => Promise<number>) | undefined;
  readonly register: AccountRegister;
  /** False while the disk is so full that venues take cancels only. */
  readonly hasRoom?: (() => boolean) | undefined;
  /** Where an exchange's journal lies instead of `dataDir`. */
  readonly rowsOf?: ((exchange: string) => JournalRows) | undefined;
  /** Told of the time that a journal has reached. */
  readonly onTime?: ((ms: number) => void) | undefined;
  /** The disk failed under a journal, or another server has taken it over. */
  readonly onLost?: ((error: DiskFailed | LeaseLost) => void) | undefined;
  /** Kinds of markets that the engine knows; absent: those of the product. */
  readonly kinds?: KindRows | undefined;
  readonly host?: Pick<EngineHostOptions, 'fileSystem' | 'snapshotEveryCommands' | 'lazyCommitMs' | 'segmentBytes'>;
}

const exchangePattern = /^[a-z][a-z0-9-]{1,31}$/;

/** Cause of an open order after a restart: the engine keeps the status only. */
const causeByStatus: Readonly<Record<string, OrderCause>> = { PARTIALLY_FILLED: 'FILLED', TRADING: 'TRIGGERED' };

/** Opens venues on the house's engine, each with its own folder and journal. */
export class EngineMatching implements Matching {
  readonly #options: EngineMatchingOptions;
  readonly #hosts = new Map<string, EngineHost>();

  constructor(options: EngineMatchingOptions) {
    this.#options = options;
  }

  /** Rejects when the journal cannot be trusted, or when an account, asset or instrument is not what the journal says. */
  async open(options: MatchingOptions): Promise<MatchingVenue> {
    const { exchange, sink } = options;
    if (!exchangePattern.test(exchange)) throw new RangeError(`${exchange} is no exchange name`);
    const { vipLevelOf = lowestLevel } = this.#options;
    const { dataDir, clock, logger, positionsOf, tradeGroupOf, register: accounts, hasRoom, rowsOf, onTime, onLost, kinds } = this.#options;
    const instruments = new VenueInstruments(exchange, options.assets, options.instruments);
    const state = new CommittedState();
    const factory = new TrackedEngineFactory({ create: () => createEngine(kinds), restore: (state) => restoreEngine(state, kinds) });
    const mapper = new EventMapper(exchange, instruments, state, factory);
    const recovered = new RecoveredAccounts(exchange, accounts);
    const fromMs = clock.elapsedMs();
    let isCatchingUp = true;
    const catchUp = async (batch: CommittedBatch): Promise<void> => {
      await recovered.check(factory.directory);
      await sink.batch(mapper.map(batch));
    };
    const host = await openHost(
      {
        ...this.#options.host,
        folder: join(dataDir, 'venues', exchange),
        now: () => clock.nowMs(),
        followers: await positionsOf(exchange),
        retain: options.retain,
        logger,
        schedule: (callback, delayMs) => clock.after(delayMs, callback),
        onCommitted: (batch) => (isCatchingUp ? catchUp(batch) : sink.batch(mapper.map(batch))),
        ...(hasRoom === undefined ? {} : { hasRoom }),
        ...(rowsOf === undefined ? {} : { rows: rowsOf(exchange) }),
        onStopped: (cause) => {
          sink.health(exchange, 'DOWN', cause.message);
          const lost = DiskFailed.among(cause) ?? LeaseLost.among(cause);
          if (lost !== null) onLost?.(lost);
        },
      },
      factory,
    );
    // What comes next is not to bear one time until the machine's clock has caught up.
    onTime?.(host.recovery.lastTimeMs);
    const engine = factory.current;
    try {
      isCatchingUp = false;
      await recovered.check(engine.directory);
      await recovered.checkFunds(engine.directory);
      await register(options, host, engine, instruments);
    } catch (error) {
      await host.close();
      throw error;
    }
    instruments.list(engine.directory);
    seed(state, host, engine, instruments, mapper);
    this.#hosts.set(exchange, host);
    sink.health(exchange, 'LIVE', '');
    const { recovery } = host;
    logger.info({ exchange, ...recovery, ms: Math.round(clock.elapsedMs() - fromMs) }, 'an exchange has recovered from its journal');
    return new EngineVenue({ options, host, engine, instruments, state, tradeGroupOf, vipLevelOf, logger });
  }

  /** Of the newest snapshot of an exchange's state; null without any, and of one that is not ours. */
  snapshotSequence(exchange: string): number | null {
    return this.#hosts.get(exchange)?.snapshotSequence ?? null;
  }

  /** The journal through `sequence` has been stored by everyone who follows the venue; older parts may go. */
  confirmStored(exchange: string, sequence: number): void {
    this.#hosts.get(exchange)?.confirmProjected(sequence);
  }
}

/** Adds new assets and instruments by command and sets changed terms and states; refuses another grid or other assets. */
async function register(options: MatchingOptions, host: EngineHost, engine: TrackedEngine, instruments: VenueInstruments): Promise<void> {
  const { directory } = engine;
  const run = async (command: Command, what: string): Promise<void> => {
    const { rejected } = await host.submit(command);
    if (rejected !== undefined)
      throw new Error(`${options.exchange} cannot take ${what}: ${rejected.reason} ${rejected.field} ${rejected.limit}`);
  };
  for (const asset of options.assets) await registerAsset(asset, engine, run);
  for (const index of directory.instruments.keys()) {
    instruments.grid(index, directory);
    for (const change of instruments.changes(index, directory)) await run(change, (directory.instruments[index] as AddInstrument).symbol);
  }
  for (const definition of options.instruments) {
    if (instruments.indexOf(definition.id) !== undefined) continue;
    const command = instruments.registration(definition, directory);
    await run(command, definition.id);
    instruments.grid(command.instrument, directory);
  }
  for (const [tier, shares] of (options.feeSchedule ?? []).entries()) {
    const change = feeTier(tier, shares);
    const { makerSharePpm, takerSharePpm } = directory.ownTiers[tier] ?? {};
    if (change.makerSharePpm !== makerSharePpm || change.takerSharePpm !== takerSharePpm) await run(change, `fee tier ${tier}`);
  }
  for (const [index, state] of directory.states.entries()) {
    const wanted: Instrument = instruments.grid(index, directory).instrument;
    if (wanted.state !== state) await run({ type: 'SET_INSTRUMENT_STATE', instrument: index, state: wanted.state }, wanted.id);
  }
}

const lowestLevel = async (): Promise<number> => 0;

/** A row of the schedule as a command. Throws RangeError on a share that is no fraction of parts per million. */
function feeTier(tier: number, { makerShare, takerShare }: FeeShares): SetFeeTier {
  const [maker, taker] = [toUnits(makerShare, 6), toUnits(takerShare, 6)];
  if (maker === null || taker === null) throw new RangeError(`fee tier ${tier}: a share is finer than a part per million`);
  return { type: 'SET_FEE_TIER', tier, makerSharePpm: Number(maker), takerSharePpm: Number(taker) };
}

async function registerAsset(
  asset: Asset,
  { directory }: TrackedEngine,
  run: (command: Command, what: string) => Promise<void>,
): Promise<void> {
  const index = directory.assetIndex(asset.code);
  const known = directory.assets[index];
  if (known === undefined)
    await run({ type: 'ADD_ASSET', asset: directory.assets.length, code: asset.code, scale: asset.scale }, asset.code);
  else if (known.scale !== asset.scale) {
    throw new Error(`asset ${asset.code} exists with ${known.scale} decimals, its plugin now says ${asset.scale}`);
  }
}

/** Takes over what the engine has recovered; nothing is in flight yet, so all of it is durable. */
function seed(state: CommittedState, host: EngineHost, engine: TrackedEngine, instruments: VenueInstruments, mapper: EventMapper): void {
  const { directory } = engine;
  state.sequence = host.committedSequence;
  for (const index of directory.instruments.keys()) {
    for (const side of ['BUY', 'SELL'] as const) {
      const levels = engine.depth(index, side, Number.MAX_SAFE_INTEGER);
      for (let at = 0; at < levels.length; at += 2) state.setLevel(index, side, levels[at] as number, levels[at + 1] as number);
    }
    state.setLast(index, engine.lastPrice(index));
  }
  for (const [account, key] of directory.keys.entries()) {
    if (key === null) continue;
    seedOrders(state, engine, instruments, account, key.apiId);
    for (const asset of directory.assets.keys()) {
      const { total, held } = engine.balance(account, asset);
      const balance = total === 0n ? null : mapper.balance({ account, asset, total, held });
      if (balance !== null) state.setBalance(account, balance);
    }
  }
}

function seedOrders(state: CommittedState, engine: TrackedEngine, instruments: VenueInstruments, account: number, apiId: ApiId): void {
  const { directory } = engine;
  for (const instrument of directory.instruments.keys()) {
    for (const orderId of directory.openOrders(account, instrument)) {
      const order = engine.order(orderId);
      // One that the catch-up reported is there already, with its true cause.
      if (order === undefined || state.order(account, String(orderId)) !== null) continue;
      state.setOrder(account, mapOrder(order, causeByStatus[order.status] ?? 'PLACED', apiId, instruments.grid(instrument, directory)));
    }
  }
}
