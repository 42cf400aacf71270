import { type Static, Type } from '@sinclair/typebox';
import { AccountTypeName, ExchangeId, InstrumentIdText, SymbolName, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const tag = 'Symbol subscriptions';
const market = { exchange: ExchangeId, symbol: SymbolName, account_type: AccountTypeName };

/** Markets that one user may follow. */
export const maxSubscriptions = 200;

export const SubscriptionView = strict({ id: InstrumentIdText, ...market, create_time: TimeMs });
export type SubscriptionView = Static<typeof SubscriptionView>;

export const symbolSubscriptionRoutes = {
  symbolSubscriptionList: route({
    method: 'GET',
    path: '/user/symbolsubscribe/list',
    tag,
    summary: 'The markets that the caller follows, in the order in which they were added',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(SubscriptionView),
  }),
  symbolSubscriptionAdd: route({
    method: 'POST',
    path: '/user/symbolsubscribe/add',
    tag,
    summary: 'Follows a market; one that is followed already stays where it is',
    access: 'session',
    rate: 'save',
    body: strict(market),
    reply: Type.Array(SubscriptionView),
  }),
  symbolSubscriptionRemove: route({
    method: 'POST',
    path: '/user/symbolsubscribe/remove',
    tag,
    summary: 'Leaves a market, also one that is not followed',
    access: 'session',
    rate: 'save',
    body: strict(market),
    reply: Type.Array(SubscriptionView),
  }),
} as const;
