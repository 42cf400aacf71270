import { expect, it } from 'vitest';
import { strategyPlugin } from './installed-strategy.ts';

it('finds a strategy by its name, and says which ones there are when there is none of it', async () => {
  expect(await strategyPlugin('shock-grid')).toBe('strategy-shock-grid');
  expect(await strategyPlugin('strategy-shock-grid')).toBe('strategy-shock-grid');
  for (const name of ['nothing', 'panel-chart'])
    await expect(strategyPlugin(name)).rejects.toThrow(/^Unknown Strategy: .+\. There are: market-maker, .*shock-grid, /);
});
