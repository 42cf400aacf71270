import { expect, it } from 'vitest';
import type { IslandContext } from '../../../../core/contract/site.ts';
import { islandOf } from '../../../../tests/kit/site/islands.ts';
import { mount } from './sample.ts';

it('says how many markets are open', async () => {
  const element = { textContent: 'as drawn' } as unknown as HTMLElement;
  const get = (async () => [{}, {}, {}]) as IslandContext['get'];
  mount(element, { text: '{count} markets' }, islandOf({ get }));
  expect(element.textContent).toBe('as drawn');
  await Promise.resolve();
  await Promise.resolve();
  expect(element.textContent).toBe('3 markets');
});
