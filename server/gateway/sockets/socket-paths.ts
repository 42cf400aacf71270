import { type TSchema, Type } from '@sinclair/typebox';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import { AccountTypeName, ExchangeId, IntervalName, SymbolName, strict } from '../../../schemas/common.ts';

type Query = Readonly<Record<string, string>>;

/** A documented socket that carries one topic; its frames are those of the stream. */
interface TopicSocketPath {
  readonly path: string;
  readonly summary: string;
  readonly query: TSchema;
  /** The topic that a checked query names; its `token`, where there is one, says whose. */
  readonly topic: (query: Query) => string;
}

const market = { exchange: ExchangeId, symbol: SymbolName, account_type: AccountTypeName };
const idOf = ({ exchange = '', symbol = '', account_type }: Query): string =>
  instrumentId({ exchange, symbol, accountType: account_type as 'spot' });

/** Under the socket base path. */
export const topicSocketPaths: readonly TopicSocketPath[] = [
  {
    path: '/client/klines/list/ws',
    summary: 'Candles of one instrument and interval',
    query: strict({ ...market, interval: IntervalName }),
    topic: (query) => `candles:${idOf(query)}:${query.interval}`,
  },
  { path: '/client/klines/data/24h/ws', summary: '24 hour figures of every instrument', query: strict({}), topic: () => 'tickers' },
  { path: '/spread/v2/ws', summary: 'What the same asset costs at different exchanges', query: strict({}), topic: () => 'spreads' },
  {
    path: '/client/depth/depth/ws',
    summary: 'Order book of one instrument',
    query: strict(market),
    topic: (query) => `depth:${idOf(query)}`,
  },
  {
    path: '/client/depth/orderbook/ws',
    summary: 'Order book of one instrument',
    query: strict(market),
    topic: (query) => `depth:${idOf(query)}`,
  },
  {
    path: '/msg/user/ws',
    summary: 'Messages of the user as they come and are read, and how many of each kind he has not read',
    query: strict({ token: Type.String({ minLength: 1, maxLength: 128 }) }),
    topic: () => 'messages',
  },
];

export const streamPath = '/stream';
export const accountStatePath = '/user/api/ws';
