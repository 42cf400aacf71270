import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { TopicMessage } from '../../../core/contract/stream-items.ts';
import uiTexts from '../../../locales/en/ui.json';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json';
import { TicketCopies, type TicketCopiesProps } from './ticket-copies.tsx';

let screen: Rendered;
afterEach(() => screen.close());

it('says to how many accounts an order is copied, which with which share and most, and follows whoever switches it', async () => {
  let hear: (message: TopicMessage) => void = () => undefined;
  const services = {
    stream: {
      subscribe: (_topic: string, listener: typeof hear) => {
        hear = listener;
        return () => undefined;
      },
    },
    accounts: { apiAccounts: [{ apiId: 8, name: 'Second', exchange: 'aurora' }], selectedIds: [8] },
    markets: { exchangeTitle: () => 'Aurora' },
  } as unknown as TicketCopiesProps['services'];
  screen = await render(<TicketCopies services={services} apiId={7} />, { ui: uiTexts });
  const tell = (k: 's' | 'd', ...d: object[]) => act(async () => hear({ k, t: 'copied', d } as unknown as TopicMessage));
  const said = () => screen.container.textContent;
  const second = { apiId: 8, ratio: '50', most: '2500' };

  await tell('s', { apiId: 9, followers: [second] });
  expect(said()).toBe('');
  await tell('d', { apiId: 7, followers: [second, { apiId: 88, ratio: '100', most: null }] });
  expect(said()).toBe('Copied to 2 accounts');
  await act(async () => screen.container.querySelector('button')?.click());
  expect([...screen.container.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Second · Aurora: 50 %, at most 2,500 each',
    'an account of somebody else: 100 %',
  ]);
  await tell('d', { apiId: 7, followers: [second] });
  expect(said()).toContain('Copied to 1 account');
  await tell('d', { apiId: 7, followers: [] });
  expect(said()).toBe('');
});

it('says of an account that repeats the orders of another so, and a click goes to that one', async () => {
  let hear: (message: TopicMessage) => void = () => undefined;
  const selected: (readonly number[])[] = [];
  const services = {
    stream: {
      subscribe: (_topic: string, listener: typeof hear) => {
        hear = listener;
        return () => undefined;
      },
    },
    accounts: {
      apiAccounts: [
        { apiId: 7, name: 'First', exchange: 'aurora' },
        { apiId: 8, name: 'Second', exchange: 'aurora' },
        { apiId: 9, name: 'Elsewhere', exchange: 'meridian' },
      ],
      selectedIds: [8, 9],
      select: (ids: readonly number[]) => void selected.push(ids),
    },
    markets: { exchangeTitle: () => 'Aurora' },
  } as unknown as TicketCopiesProps['services'];
  screen = await render(<TicketCopies services={services} apiId={8} />, { ui: uiTexts, 'panel-order-ticket': texts });
  const follow = (...followers: readonly number[]) =>
    act(async () =>
      hear({
        ...{ k: 'd', t: 'copied' },
        d: [{ apiId: 7, followers: followers.map((apiId) => ({ apiId, ratio: '50', most: null })) }],
      } as unknown as TopicMessage),
    );
  await follow(9);
  expect(screen.container.textContent).toBe('');
  await follow(8);
  expect(screen.container.textContent).toBe('Orders of First are repeated on this account. Switch to the main account');
  await act(async () => screen.container.querySelector('button')?.click());
  expect(selected).toEqual([[7, 9]]);
});
