import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { choose, type Rendered, render } from '../../../tests/kit/render.tsx';
import { CheckField, ChoiceField, TextField } from './field.tsx';

let page: Rendered;
afterEach(() => page.close());

const described = (element: Element | null): string | undefined =>
  document.getElementById(element?.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;

it('ties a control to its label and to the words under it, an error before a help', async () => {
  page = await render(<TextField label="Name" value="" onChange={() => undefined} help="At most 60" />);
  const input = () => page.container.querySelector('input');
  expect([input()?.labels?.[0]?.textContent, described(input()), input()?.getAttribute('aria-invalid')]).toEqual([
    'Name',
    'At most 60',
    'false',
  ]);
  await page.update(<TextField label="Name" value="" onChange={() => undefined} help="At most 60" error="Is taken" />);
  expect([described(input()), input()?.getAttribute('aria-invalid')]).toEqual(['Is taken', 'true']);
});

it('gives the chosen word and the state of a box', async () => {
  const given: unknown[] = [];
  page = await render(
    <>
      <ChoiceField
        label="Side"
        value="BUY"
        options={[['BUY', 'Buy'] as const, ['SELL', 'Sell'] as const]}
        onChange={(side) => given.push(side)}
      />
      <CheckField label="Real" checked={false} onChange={(isReal) => given.push(isReal)} />
    </>,
  );
  await choose(page.container.querySelector('[role=combobox]'), 'Sell');
  await act(async () => page.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  expect(given).toEqual(['SELL', true]);
});
