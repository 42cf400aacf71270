import { expect, it } from 'vitest';
import { riskyLeverage } from '../../../core/domain/markets/margin-brackets.ts';
import { render } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json' with { type: 'json' };
import type { Services } from '../requires.ts';
import { CostFields } from './cost-fields.tsx';
import { emptySetup } from './setup.ts';

const api = { call: async () => ({ ok: true, value: [] }) } as unknown as Services['api'];

it('asks for a leverage where a market is a contract, and says what it is wrong with', async () => {
  const fields = (instrumentId: string) => (
    <CostFields
      api={api}
      setup={{ ...emptySetup, params: { instrumentId }, leverage: '126' }}
      change={() => undefined}
      assets={['USDT']}
      source={null}
      errorOf={(field) => (field === 'leverage' ? 'too much' : null)}
    />
  );
  const page = await render(fields('replay-binance-spot/BTCUSDT/spot'));
  expect(page.container.textContent).not.toContain('field.leverage');
  await page.update(fields('replay-binance-usdm/BTCUSDT/usdm'));
  for (const part of ['field.leverage', 'too much', 'margin']) expect(page.container.textContent).toContain(part);
  expect([...page.container.querySelectorAll('input')].map(({ value }) => value)).toContain('126');
  await page.close();
});

it('warns of liquidation where the leverage of a contract is high, and says how near it is', async () => {
  const fields = (leverage: string, instrumentId = 'replay-binance-usdm/BTCUSDT/usdm') => (
    <CostFields
      api={api}
      setup={{ ...emptySetup, params: { instrumentId }, leverage }}
      change={() => undefined}
      assets={['USDT']}
      source={null}
      errorOf={() => null}
    />
  );
  const page = await render(fields(String(riskyLeverage)), { 'panel-backtest': { highLeverage: texts.highLeverage } });
  const said = () => page.container.querySelector('[role=status]')?.textContent ?? '';
  expect(said()).toBe('');
  await page.update(fields('50'));
  expect(said()).toContain('less than 2.00%');
  for (const wrong of ['', '12.5', '126', 'x']) {
    await page.update(fields(wrong));
    expect(said(), wrong).toBe('');
  }
  await page.update(fields('50', 'replay-binance-spot/BTCUSDT/spot'));
  expect(said()).toBe('');
  await page.close();
});
