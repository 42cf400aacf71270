import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { IslandContext } from '../../../core/contract/site.ts';
import { IslandOwnerContext } from '../../../core/ui/site/island.tsx';
import { islandOf } from '../../../tests/kit/site/islands.ts';
import { Figures } from '../figures.tsx';
import { mount } from './figures.ts';

const main = {
  ...{ asset: 'USDT', simulated: true, updated: 1, total_volume: '1234567.89', week_volume: '999.5', market_making_volume: '1000.00' },
  ...{ orders: 4321, saved_fees: '-12.30', rebates: '0.00' },
};
type Answers = Readonly<Record<string, unknown>>;

/** The figures as the page draws them, and the island over them, once for each of these answers of the server. */
async function shown(...answers: readonly Answers[]): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <IslandOwnerContext value={{ pluginId: 'site-home', islands: ['figures'] }}>
      <Figures t={(key) => key} />
    </IslandOwnerContext>,
  );
  const element = page.querySelector<HTMLElement>('[data-island]') as HTMLElement;
  let run = async (): Promise<void> => undefined;
  let own: Answers = {};
  const get = (async (path: string) => own[path] ?? Promise.reject(new Error('away'))) as IslandContext['get'];
  const every: IslandContext['every'] = (_, work) => {
    run = work;
    return () => undefined;
  };
  mount(element, JSON.parse(element.dataset.props ?? ''), islandOf({ get, every }));
  for (const answer of answers) {
    own = answer;
    await run();
  }
  return element;
}
const told = (element: HTMLElement) => [...element.querySelectorAll('[data-figure]')].map(({ textContent }) => textContent);
const status = (element: HTMLElement) => element.querySelector('[data-part="status"]')?.textContent;

const answers: Answers = { '/stats/main': main, '/stats/24h': { volume: '88000.99' } };

describe('the figures of the first page', () => {
  it('are those of the books, never more than there was, and called simulated in a demo', async () => {
    const element = await shown(answers);
    expect(told(element)).toEqual(['1,234,567', '999.50', '88,000', '1,000', '4,321', '−12.30', '0.00']);
    expect([...element.querySelectorAll('[data-part="asset"]')].map(({ textContent }) => textContent)).toEqual(Array(6).fill('USDT'));
    expect(status(element)).toBe('figures.simulated');
    expect(status(await shown({ ...answers, '/stats/main': { ...main, simulated: false } }))).toBe('figures.live');
  });

  it('say that they cannot be had, and stand once they can', async () => {
    const failed = await shown({});
    expect([failed.dataset.failed, status(failed), told(failed)[0]]).toEqual(['', 'figures.failed', '']);
    const later = await shown({}, answers);
    expect([later.dataset.failed, status(later)]).toEqual([undefined, 'figures.simulated']);
  });

  it('stay when a later answer is missing, and wait while nothing has been summed up', async () => {
    expect(told(await shown(answers, {}))[0]).toBe('1,234,567');
    const early = await shown({ ...answers, '/stats/main': { ...main, updated: null } });
    expect([told(early)[0], status(early)]).toEqual(['', 'figures.waiting']);
  });
});
