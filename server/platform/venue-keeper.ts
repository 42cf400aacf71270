import type { Principal } from '../../core/contract/access.ts';
import type { HouseVenue, HouseVenues } from '../../core/contract/house-venues.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { VenueKind, VenueState } from '../../core/domain/markets/house-venue.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { PlatformSettings } from '../../core/domain/platform-settings.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { VenueDoor, VenueDoors } from '../start/venue-doors.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { closedNotice } from './closed-notice.ts';
import type { Platform } from './platform.ts';

interface VenueKeeperParts {
  readonly doors: VenueDoors;
  readonly room: Pick<TradingRoom, 'accounts' | 'trading' | 'control' | 'venues' | 'stored'>;
  readonly strategies: Pick<InstanceService, 'allRunning' | 'stopForHouse'>;
  readonly store: Pick<Store, 'platform' | 'audit'>;
  readonly platform: Pick<Platform, 'state' | 'follow'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly logger: Logger;
  /** A demo trades on simulations, whatever the firm has said. */
  readonly demo: boolean;
  /** Exchanges have closed: lists of plugins and of what is open are others. */
  readonly onClosed: () => void;
}

/** Takes back orders of whoever. */
const keeper: Principal = { userId: 'system', username: null, role: 'risk', vipLevel: 0 };
/** So many accounts are asked at a time. */
const together = 32;
/** After so long a closing that could not be done is tried again. */
const againMs = 5_000;
/** Instances may take so long to end before it is tried again. */
const lookEveryMs = 250;
const longestLooks = 40;

const openKey = 'venues_open';

export const kindOf = ({ needed, sandbox }: VenueDoor, demo: boolean): VenueKind => {
  if (needed) return 'needed';
  if (sandbox) return demo ? 'demo' : 'sandbox';
  return 'choice';
};

export function isWanted(door: VenueDoor, settings: Pick<PlatformSettings, 'sandbox' | 'closedVenues'>, demo: boolean): boolean {
  const kind = kindOf(door, demo);
  if (kind === 'sandbox') return settings.sandbox;
  return kind !== 'choice' || !settings.closedVenues.includes(door.key);
}

/** What was open when the house last looked: a closing that a crash has ended is begun again from the exchange as it was. */
export async function leftOpen({ platform }: Pick<Store, 'platform'>): Promise<ReadonlySet<string>> {
  const kept = (await platform.all())[openKey]?.value;
  return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
}

/**
 * Opens and closes venues as the firm says, one after the other. To close one: no new orders; its instances are stopped, its orders taken back, what it
 * told last is stored; then it is closed, and owners are told. What cannot be done (an exchange that does not answer) leaves it closing, and is tried again.
 */
export class VenueKeeper implements HouseVenues {
  readonly #parts: VenueKeeperParts;
  readonly #turns = new Turns();
  /** Keys of those that are closing, with what was found there. */
  readonly #closing = new Map<string, Found>();
  #stopAgain: (() => void) | null = null;
  #ended = false;

  constructor(parts: VenueKeeperParts) {
    this.#parts = parts;
  }

  /** Follows what the firm says, from now on; the disposer waits for what is under way. */
  start(): Disposer {
    const stop = this.#parts.platform.follow(() => void this.#obey());
    return async () => {
      this.#ended = true;
      void stop();
      this.#stopAgain?.();
      await this.#turns.take(async () => undefined);
    };
  }

  list(): readonly HouseVenue[] {
    const running = this.#parts.strategies.allRunning();
    return this.#parts.doors.all().map(({ door, state, venues }) => {
      const exchanges = venues.map(({ exchange, title }) => ({ exchange, title }));
      const apiIds = this.#accountsAt(venues.map(({ exchange }) => exchange));
      const full = new Set(
        this.#parts.room.trading.balances(apiIds).flatMap((one) => (compareDecimals(one.total, '0') === 0 ? [] : [one.apiId])),
      );
      return {
        ...{ key: door.key, pluginId: door.pluginId, title: door.title, description: door.description },
        ...{ kind: kindOf(door, this.#parts.demo), state: this.#stateOf(door, state), exchanges },
        openOrders: this.#parts.room.trading.openOrders(apiIds).length,
        opened: apiIds.length,
        accounts: full.size,
        instances: running.filter((one) => one.apiIds.some((apiId) => apiIds.includes(apiId))).length,
      };
    });
  }

  /** What the firm has said by now counts: it is under way, or about to be. */
  #stateOf(door: VenueDoor, state: 'open' | 'waiting' | 'shut'): VenueState {
    const wanted = isWanted(door, this.#parts.platform.state.settings, this.#parts.demo);
    if (state === 'shut') return wanted ? 'opening' : 'closed';
    if (this.#closing.has(door.key) || !wanted) return 'closing';
    return state === 'open' ? 'open' : 'opening';
  }

  closedBy(settings: Pick<PlatformSettings, 'sandbox' | 'closedVenues'>): readonly HouseVenue[] {
    const unwanted = this.#parts.doors.all().filter(({ door, state }) => state === 'open' && !isWanted(door, settings, this.#parts.demo));
    const keys = unwanted.map(({ door }) => door.key);
    return this.list().filter(({ key }) => keys.includes(key));
  }

  #obey(): Promise<void> {
    return this.#turns.take(async () => {
      const { doors, demo, logger } = this.#parts;
      this.#stopAgain?.();
      for (const { door, state } of doors.all()) {
        if (this.#ended) return;
        // Asked anew for each: it may be another by now.
        const wanted = isWanted(door, this.#parts.platform.state.settings, demo);
        if (wanted && state === 'shut') doors.want(door.key);
        if (wanted || state === 'shut') continue;
        try {
          if (state === 'open' && !(await this.#close(door))) this.#again();
          else if (state === 'waiting') doors.shut(door.key);
        } catch (error) {
          logger.warn(
            { err: error, venue: door.key },
            'a venue could not be closed yet; it takes no new orders, and closing is tried again',
          );
          this.#again();
        }
      }
      await this.#keepOpen().catch((error: unknown) => {
        logger.warn({ err: error }, 'which venues are open could not be written down; trying again');
        this.#again();
      });
    });
  }

  #again(): void {
    this.#stopAgain?.();
    if (!this.#ended) this.#stopAgain = this.#parts.clock.after(againMs, () => this.#obey());
  }

  /** False: something there has not ended yet. */
  async #close(door: VenueDoor): Promise<boolean> {
    const { room, doors, logger, clock } = this.#parts;
    const { venues = [] } = doors.all().find((one) => one.door.key === door.key) ?? {};
    const exchanges = venues.map(({ exchange }) => exchange);
    for (const exchange of exchanges) room.venues.beginClosing(exchange);
    const found = this.#closing.get(door.key) ?? (await this.#begin(door, exchanges));
    const instances = this.#instancesAt(exchanges);
    await Promise.all(instances.map(({ instanceId }) => this.#parts.strategies.stopForHouse(instanceId)));
    await this.#takeBack(exchanges, found);
    for (let looks = 0; looks < longestLooks && this.#isBusy(exchanges) && !this.#ended; looks++)
      await new Promise<void>((resolve) => void clock.after(lookEveryMs, resolve));
    // What instances placed before they heard of their end is taken back too.
    await this.#takeBack(exchanges, found);
    await room.stored(exchanges);
    if (this.#isBusy(exchanges) || room.trading.openOrders(this.#accountsAt(exchanges)).length > 0) return false;
    const [first] = exchanges;
    if (first !== undefined) await room.venues.closeFor(first);
    doors.shut(door.key);
    this.#closing.delete(door.key);
    logger.info({ exchanges }, 'exchanges were closed, as the firm said');
    this.#parts.onClosed();
    await this.#tell(venues.map(({ title }) => title).join(', '), found);
    return true;
  }

  /** What is done and why stands in the audit before the first order is taken back: a crash between leaves no deed without its line. */
  async #begin(door: VenueDoor, exchanges: readonly string[]): Promise<Found> {
    const { store, clock, room } = this.#parts;
    const { items } = await store.audit.page({ action: 'platform.changed', limit: 1 });
    const { actor = 'system', reason = null } = items[0] ?? {};
    const { openOrders = 0, accounts = 0, instances = 0 } = this.list().find(({ key }) => key === door.key) ?? {};
    const entry = { timeMs: clock.nowMs(), actor, reason, before: null };
    const after = { exchanges: exchanges.join(', '), orders: openOrders, accounts, instances };
    await store.audit.append({ ...entry, action: 'venue.closed', subject: 'platform', after });
    const found: Found = { reason, owners: new Map() };
    for (const { apiId } of room.trading.balances(this.#accountsAt(exchanges))) this.#owner(found, apiId);
    for (const { instanceId, userId, name, strategy, status } of this.#instancesAt(exchanges)) {
      const before = { owner: userId, strategy, status };
      await store.audit.append({ ...entry, action: 'strategy.stopped-by-admin', subject: `instance/${instanceId}`, before, after: null });
      ownerIn(found, userId).instances.push(name);
    }
    this.#closing.set(door.key, found);
    return found;
  }

  /** Of every account there, also of those whose orders are not told yet. */
  async #takeBack(exchanges: readonly string[], found: Found): Promise<void> {
    const apiIds = this.#accountsAt(exchanges);
    for (let at = 0; at < apiIds.length; at += together) {
      const asked = apiIds.slice(at, at + together).map(async (apiId) => {
        const done = await this.#parts.room.control.cancelAll(keeper, { apiId });
        if (!done.ok) throw done.error;
        const owner = done.value.length > 0 ? this.#owner(found, apiId) : null;
        if (owner !== null) owner.orders += done.value.length;
      });
      await Promise.all(asked);
    }
  }

  async #tell(exchanges: string, { reason, owners }: Found): Promise<void> {
    const { messages, clock, logger } = this.#parts;
    for (const [userId, { orders, instances }] of owners) {
      const words = closedNotice({ exchanges, orders, instances, reason: reason ?? '' });
      await messages.send({ userId, kind: 'system', about: 'system', ...words, timeMs: clock.nowMs() }).catch((error: unknown) => {
        logger.warn({ err: error, userId }, 'an owner could not be told that an exchange was closed');
      });
    }
  }

  /** So that the next start knows which were not closed in order. */
  async #keepOpen(): Promise<void> {
    const { doors, store, clock } = this.#parts;
    const open = doors
      .all()
      .flatMap(({ door, state }) => (state === 'shut' || door.needed ? [] : [door.key]))
      .sort();
    const kept = await leftOpen(store);
    if (open.length !== kept.size || open.some((key) => !kept.has(key))) await store.platform.set(openKey, open, clock.nowMs());
  }

  #isBusy(exchanges: readonly string[]): boolean {
    return this.#instancesAt(exchanges).length > 0;
  }

  #instancesAt(exchanges: readonly string[]) {
    const apiIds = this.#accountsAt(exchanges);
    return this.#parts.strategies.allRunning().filter((one) => one.apiIds.some((apiId) => apiIds.includes(apiId)));
  }

  #accountsAt(exchanges: readonly string[]): readonly ApiId[] {
    return this.#parts.room.accounts.all().flatMap(({ apiId, exchange }) => (exchanges.includes(exchange) ? [apiId] : []));
  }

  #owner(found: Found, apiId: ApiId): Losses | null {
    const userId = this.#parts.room.accounts.get(apiId)?.userId;
    return userId === undefined ? null : ownerIn(found, userId);
  }
}

/** What an owner is told of. */
interface Losses {
  orders: number;
  readonly instances: string[];
}
interface Found {
  readonly reason: string | null;
  readonly owners: Map<string, Losses>;
}

function ownerIn({ owners }: Found, userId: string): Losses {
  const known = owners.get(userId) ?? { orders: 0, instances: [] };
  owners.set(userId, known);
  return known;
}
