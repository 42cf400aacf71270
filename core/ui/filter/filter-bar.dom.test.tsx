import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json' with { type: 'json' };
import { choose, type Rendered, render } from '../../../tests/kit/render.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterField, FilterValues } from './filter-values.ts';

const fields: readonly FilterField[] = [
  {
    id: 'side',
    title: 'Side',
    options: [
      { value: 'BUY', label: 'Buy' },
      { value: 'SELL', label: 'Sell' },
    ],
  },
  { id: 'symbol', title: 'Symbol', free: true, options: [{ value: 'BTCUSDT', label: 'BTCUSDT' }] },
];

let page: Rendered;
let values: FilterValues = {};
afterEach(() => page.close());

async function show(first: FilterValues, timed = true): Promise<void> {
  const Bar = () => {
    const [now, setNow] = useState(first);
    values = now;
    return <FilterBar fields={fields} values={now} onChange={setNow} timed={timed} />;
  };
  page = await render(<Bar />, { ui: texts });
}
const buttons = (): readonly HTMLButtonElement[] => [...page.container.querySelectorAll('button')];
const click = (name: string): Promise<void> =>
  act(async () =>
    buttons()
      .find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name)
      ?.click(),
  );
/** React listens to the native setter, not to the attribute. */
async function enter(selector: string, value: string, event: string): Promise<void> {
  const input = page.container.querySelector(selector) as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event(event, { bubbles: true }));
  });
}

describe('a filter bar', () => {
  it('shows what is active as chips that take it back, one by one or all together', async () => {
    await show({ side: 'BUY', range: '30' });
    expect(page.container.textContent).toContain('Buy');
    await click('Remove filter Buy');
    expect(values).toEqual({ range: '30' });
    await click('Clear filters');
    expect(values).toEqual({});
    expect(buttons().map((button) => button.textContent)).toEqual(['Filter']);
  });

  it('keeps its choices behind a button', async () => {
    await show({});
    expect(page.container.querySelector('[role=combobox]')).toBeNull();
    await click('Filter');
    await choose(page.container.querySelector('[role=combobox]'), 'Sell');
    expect(values).toEqual({ side: 'SELL' });
  });

  it('takes a suggested text at once, and another one in capitals when it is left', async () => {
    await show({});
    await click('Filter');
    await enter('input', 'eth', 'input');
    expect(values).toEqual({});
    await act(async () => page.container.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(values).toEqual({ symbol: 'ETH' });
    await enter('input', 'BTCUSDT', 'input');
    expect(values).toEqual({ symbol: 'BTCUSDT' });
  });

  it('asks for days only with a custom range, and not at all in a list without times', async () => {
    await show({ range: 'custom', from: '2026-11-20' });
    expect(page.container.textContent).toContain('2026-11-20 – …');
    await click('Filter');
    expect(page.container.querySelectorAll('input[placeholder="YYYY-MM-DD"]')).toHaveLength(2);
    await page.close();
    await show({}, false);
    await click('Filter');
    expect(page.container.querySelectorAll('[role=combobox]')).toHaveLength(1);
  });
});
