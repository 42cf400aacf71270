import { expect, it } from 'vitest';
import { render } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json' with { type: 'json' };
import { DenialList, denialText } from './denial-list.tsx';

const words = { errorText: ({ code, params }: { readonly code: string; readonly params: object }) => `${code} ${JSON.stringify(params)}` };

it('says why orders of a run were denied and how often', async () => {
  const denials = [
    { code: 'ORDER_TAG_UNKNOWN', count: 12, params: { tag: 'x' } },
    { code: 'OF_A_NEWER_SERVER', count: 1, params: {} },
  ];
  const page = await render(<DenialList denials={denials} texts={words} />, { 'panel-backtest': { 'denied.line': texts.denied.line } });
  expect([...page.container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '12 × ORDER_TAG_UNKNOWN {"tag":"x"}',
    '1 × OF_A_NEWER_SERVER',
  ]);
  await page.close();
});

it('knows no sentence for a code of another catalogue', () => {
  expect(denialText({ code: 'toString', params: {} }, words)).toBe('toString');
});
