import { negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type {
  BalanceRecord,
  CandleRecord,
  FillRecord,
  LedgerEntryRecord,
  OrderRecord,
  ProjectionBatch,
  UserRecord,
} from '../../server/store/records.ts';
import type { InstanceRecord } from '../../server/store/strategies/instance-store.ts';

/** Plain records for store tests: say only what the test is about. */
export const userRecord = (id: string, changes: Partial<UserRecord> = {}): UserRecord => ({
  id,
  username: `name-${id}`,
  email: `${id}@example.com`,
  phone: null,
  passwordHash: 'hash',
  role: 'user',
  vipLevel: 0,
  inviteCode: `code-${id}`,
  invitedBy: null,
  state: 'ACTIVE',
  demo: false,
  createdMs: 1_000,
  vipUntilMs: null,
  productVersion: null,
  version: 0,
  lastSignInMs: null,
  ...changes,
});

export const orderRecord = (orderId: string, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  venue: 'tessera',
  orderId,
  apiId: 1,
  accountType: 'spot',
  symbol: 'BTCUSDT',
  clientOrderId: null,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  stp: 'NONE',
  triggerKind: null,
  watchedPrice: 'LAST',
  pairId: null,
  parentId: null,
  positionSide: 'BOTH',
  reduceOnly: false,
  price: '64000.5',
  qty: '0.25',
  quoteAmount: null,
  triggerPrice: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  createdMs: 1_000,
  updatedMs: 1_000,
  ...changes,
});

export const fillRecord = (tradeId: string, orderId: string, changes: Partial<FillRecord> = {}): FillRecord => ({
  venue: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  tradeId,
  orderId,
  apiId: 1,
  side: 'BUY',
  liquidity: 'TAKER',
  price: '64000.5',
  qty: '0.1',
  fee: '0.0001',
  feeAsset: 'BTC',
  timeMs: 1_000,
  ...changes,
});

/** `amount` of an asset from outside to an account; a negative one goes there. */
export const depositEntry = (
  entryId: number,
  apiId: number,
  amount: string,
  changes: Partial<LedgerEntryRecord> = {},
): LedgerEntryRecord => ({
  venue: 'tessera',
  entryId,
  kind: 'TRANSFER',
  reference: `deposit-${entryId}`,
  timeMs: 1_000,
  lines: [
    { account: apiId, accountType: 'spot', asset: 'USDT', amount },
    { account: -1, accountType: null, asset: 'USDT', amount: negateDecimal(amount) },
  ],
  ...changes,
});

export const balanceRecord = (
  apiId: number,
  asset: string,
  total: string,
  held = '0',
  changes: Partial<BalanceRecord> = {},
): BalanceRecord => ({
  venue: 'tessera',
  apiId,
  accountType: 'spot',
  asset,
  total,
  held,
  ...changes,
});

export const projectionBatch = (sequence: number, changes: Partial<ProjectionBatch> = {}): ProjectionBatch => ({
  venue: 'tessera',
  sequence,
  orders: [],
  events: [],
  fills: [],
  entries: [],
  balances: [],
  ...changes,
});

export const candleRecord = (openMs: number, changes: Partial<CandleRecord> = {}): CandleRecord => ({
  instrumentId: 'tessera/BTCUSDT/spot',
  interval: '1m',
  openMs,
  open: '100.5',
  high: '101',
  low: '99.99999999',
  close: '100',
  volume: '12.345678901234567',
  quoteVolume: '1234.5',
  trades: 7,
  ...changes,
});

export const instanceRecord = (instanceId: string, changes: Partial<InstanceRecord> = {}): InstanceRecord => ({
  instanceId,
  userId: 'owner',
  strategy: 'strategy-sample/sample',
  name: `name-${instanceId}`,
  environment: 'production',
  apiIds: [1],
  params: {},
  limits: {},
  seed: 7,
  status: 'PREPARING',
  cause: null,
  settled: false,
  step: 0,
  snapshot: null,
  told: '{}',
  simulation: null,
  holdings: null,
  createdMs: 1_000,
  startedMs: null,
  stoppedMs: null,
  ...changes,
});
