import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { IslandContext } from '../../../core/contract/site.ts';
import { IslandOwnerContext } from '../../../core/ui/site/island.tsx';
import { islandOf } from '../../../tests/kit/site/islands.ts';
import { OrderBook } from '../order-book.tsx';
import { mount } from './order-book.ts';

const venues = [
  { exchange: 'far', title: 'Far', health: 'DOWN' },
  { exchange: 'other', title: 'Other', health: 'LIVE' },
  { exchange: 'house', title: 'House', health: 'LIVE' },
];
const depth = {
  bids: [
    ['50000.1', '0.5'],
    ['49999', '1.25'],
  ],
  asks: [
    ['50000.3', '2'],
    ['50001.0', '1'],
  ],
};

/** The book as the page draws it, and one run of the island over it. */
async function shown(answers: IslandContext['get']): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <IslandOwnerContext value={{ pluginId: 'site-home', islands: ['order-book'] }}>
      <OrderBook t={(key, { exchange = '' } = {}) => `${key} ${exchange}`} />
    </IslandOwnerContext>,
  );
  const element = page.firstElementChild as HTMLElement;
  let run = Promise.resolve();
  const every: IslandContext['every'] = (_, work) => {
    run = work();
    return () => undefined;
  };
  mount(element, JSON.parse(element.dataset.props ?? ''), islandOf({ get: answers, every }));
  await run;
  return element;
}
const rowOf = (element: HTMLElement, row: string) => {
  const place = element.querySelector(`[data-row="${row}"]`);
  return [...(place?.querySelectorAll('[data-part]') ?? [])].map(({ textContent }) => textContent);
};

describe('the order book of the first page', () => {
  it('shows the book of the first open exchange that has the market', async () => {
    const element = await shown((async (path: string, query?: Readonly<Record<string, string>>) => {
      if (path === '/client/base/exchange/info') return venues;
      if (path === '/stats/main/only') return { simulated: false };
      if (query?.instrumentId !== 'house/BTCUSDT/spot') throw new Error('not listed');
      return depth;
    }) as IslandContext['get']);
    expect([rowOf(element, 'bid-0'), rowOf(element, 'ask-1'), rowOf(element, 'ask-2')]).toEqual([
      ['50,000.1', '0.50'],
      ['50,001.0', '1.00'],
      ['', ''],
    ]);
    expect(element.querySelector('[data-part="spread"]')?.textContent).toBe('0.2');
    expect(element.querySelector('[data-part="status"]')?.textContent).toBe('book.live House');
    expect(element.querySelector('[data-row="bid-1"] rect')?.getAttribute('width')).toBe('58.3');
  });

  it.each([
    ['says so where it is a simulated one', { simulated: true }, 'book.simulated House'],
    ['names only the exchange where nobody says which it is', null, 'House'],
  ])('%s', async (_, stats, status) => {
    const element = await shown((async (path: string) => {
      if (path === '/client/base/exchange/info') return venues.slice(2);
      if (path !== '/stats/main/only') return depth;
      if (stats === null) throw new Error('unknown');
      return stats;
    }) as IslandContext['get']);
    expect(element.querySelector('[data-part="status"]')?.textContent).toBe(status);
  });

  it('stays a drawing without numbers while no exchange has it', async () => {
    const element = await shown((async () => []) as IslandContext['get']);
    expect([element.dataset.live, rowOf(element, 'bid-0')]).toEqual([undefined, ['', '']]);
  });
});
