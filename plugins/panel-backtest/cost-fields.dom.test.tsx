import { expect, it } from 'vitest';
import { render } from '../../tests/kit/render.tsx';
import { CostFields } from './cost-fields.tsx';
import { emptySetup } from './setup.ts';

it('asks for a leverage where a market is a contract, and says what it is wrong with', async () => {
  const fields = (instrumentId: string) => (
    <CostFields
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
