import type { Logger } from '../core/contract/server-services.ts';
import type { Venue } from '../core/contract/venue.ts';
import type { Instrument } from '../core/domain/instrument.ts';
import { onStep } from '../core/domain/steps.ts';
import { type DemoParts, type DemoPerson, depositOnce, ensureDemoUser } from './demo.ts';
import { derivedPassword } from './master-key.ts';
import { noLimits } from './runtime/driver/trading-limits.ts';
import type { InstanceDesk } from './runtime/instances/instance-desk.ts';
import type { InstanceRecord } from './store/instance-store.ts';
import type { UserRecord } from './store/records.ts';

/** The demo's own exchange. */
const houseExchange = 'tessera';

/** Two people, because the accounts of one never trade with each other; the random taker is for administrators. Nobody signs in as them. */
const people = {
  maker: { username: 'house-maker', role: 'user', vipLevel: 3 },
  taker: { username: 'house-taker', role: 'admin', vipLevel: 3 },
} as const satisfies Record<string, DemoPerson>;

/** Far above what the instances may use. */
const funds: Readonly<Record<string, string>> = {
  USDT: '100000000',
  BTC: '200',
  ETH: '4000',
  BNB: '20000',
  SOL: '60000',
  XRP: '20000000',
  DOGE: '100000000',
};

/** In quote: of a quote, of an order that takes on average, and how far the two may go from what they began with. */
const amounts = { quote: 20_000, taken: 600, maker: 2_000_000, taker: 200_000 };

export interface HouseTraderParts extends DemoParts {
  readonly strategies: Pick<InstanceDesk, 'begin' | 'running'>;
  readonly lastPrice: (instrumentId: string) => string | null;
  readonly logger: Logger;
}

interface Market {
  readonly instrument: Instrument;
  readonly referenceId: string;
  readonly price: number;
}

interface Trader {
  readonly user: UserRecord;
  readonly apiId: number;
}

/**
 * Brings the house's own exchange to life: a market maker follows the prices of the simulated exchanges, a random taker trades
 * with it, each an ordinary strategy instance of an account of the house. Instances of an earlier start go on as any others do.
 */
export async function startHouseTraders(parts: HouseTraderParts): Promise<void> {
  const house = parts.venues.find(({ exchange }) => exchange === houseExchange);
  const markets = house === undefined ? [] : marketsOf(house, parts);
  if (house === undefined || markets.length === 0) return;
  const maker = await prepareTrader(parts, people.maker, house);
  const taker = await prepareTrader(parts, people.taker, house);
  for (const market of markets) {
    await ensureInstance(parts, maker, market, 'strategy-market-maker/market-maker', quotesOf(market));
    await ensureInstance(parts, taker, market, 'strategy-random-taker/random-taker', takesOf(market));
  }
  parts.logger.info({ exchange: house.exchange, markets: markets.map(({ instrument }) => instrument.symbol) }, 'the house makes markets');
}

/** The house's markets that have a price elsewhere. */
function marketsOf(house: Venue, { venues, lastPrice }: HouseTraderParts): readonly Market[] {
  const others = venues.filter((venue) => venue !== house && venue.ephemeral !== true).flatMap(({ instruments }) => instruments);
  return house.instruments.flatMap((instrument) => {
    const reference = others.find(({ base, quote }) => base === instrument.base && quote === instrument.quote);
    const price = reference === undefined ? null : lastPrice(reference.id);
    return reference === undefined || price === null ? [] : [{ instrument, referenceId: reference.id, price: Number(price) }];
  });
}

async function prepareTrader(parts: HouseTraderParts, person: DemoPerson, house: Venue): Promise<Trader> {
  const user = await ensureDemoUser(parts, person, derivedPassword(parts.masterKey, `demo:${person.username}`));
  if (user.state !== 'DISABLED') await parts.people.change(user.id, { state: 'DISABLED' });
  const { apiId } = await parts.accounts.ensureAccount(user.id, house.exchange);
  await depositOnce(parts, apiId, house, funds);
  return { user, apiId };
}

async function ensureInstance(
  { strategies, logger }: HouseTraderParts,
  { user, apiId }: Trader,
  { instrument }: Market,
  strategy: string,
  params: object,
): Promise<void> {
  const isSame = (record: InstanceRecord): boolean =>
    record.strategy === strategy && (record.params as { readonly instrumentId?: unknown }).instrumentId === instrument.id;
  if (strategies.running(user.id).some(isSame)) return;
  const { id: userId, username, role, vipLevel } = user;
  const outcome = await strategies.begin(
    { userId, username, role, vipLevel },
    {
      strategy,
      name: `${username} ${instrument.symbol}`,
      environment: 'production',
      params: { apiId, instrumentId: instrument.id, ...params },
      limits: noLimits,
    },
  );
  if (!outcome.ok) logger.warn({ err: outcome.error, strategy, market: instrument.id }, 'a trader of the house could not start');
}

/** The spread earns more than the maker's fee of both sides. Quotes move when the reference has moved by 8 basis points. */
const quotesOf = ({ instrument, referenceId, price }: Market) => ({
  referenceId,
  levels: 4,
  minOpenSpread: '0.0021',
  priceInterval: '0.0016',
  fairPrice: 'MID',
  spotSide: 'ALL',
  baseOrderQty: onStep(amounts.quote / price, instrument.lot, 'down'),
  startPosition: funds[instrument.base],
  takesCrossing: true,
  orderTimeoutSeconds: 3_600,
  maxPosition: onStep(amounts.maker / price, instrument.lot, 'down'),
  maxDataAgeSeconds: 60,
  pauseSeconds: 60,
});

const takesOf = ({ instrument, price }: Market) => ({
  averageQty: onStep(amounts.taken / price, instrument.lot, 'up'),
  startPosition: funds[instrument.base],
  averageWaitSeconds: 15,
  maxPosition: onStep(amounts.taker / price, instrument.lot, 'down'),
});
