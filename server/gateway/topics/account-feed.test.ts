import { expect, it } from 'vitest';
import type { Fill } from '../../../core/contract/trading.ts';
import { AccountFeed } from './account-feed.ts';
import type { TopicHub } from './topic-hub.ts';

const fill = (tradeId: string, timeMs: number, apiId = 1) =>
  ({ instrumentId: 'tessera/BTCUSDT/spot', tradeId, orderId: '7', apiId, timeMs }) as Fill;

it('shows who joins later each fill once, also one that a venue told again after it was opened again', () => {
  const feed = new AccountFeed({ hasSubscribers: () => false } as unknown as TopicHub);
  for (const one of [fill('1', 10), fill('3', 30), fill('2', 20, 2), fill('3', 30), fill('4', 40)])
    feed.publish(one.apiId, { type: 'fill', fill: one });
  expect(feed.recentFills([1, 2]).map(({ tradeId }) => tradeId)).toEqual(['1', '2', '3', '4']);
});
