import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { DecimalInput } from './decimal-input.tsx';

let page: Rendered;
afterEach(() => page.close());

function Field({ start, error = null }: { readonly start: string; readonly error?: string | null }) {
  const [value, setValue] = useState(start);
  return <DecimalInput label="Price" value={value} onChange={setValue} step="0.01" unit="USDT" error={error} help="Last 100" />;
}
const input = (): HTMLInputElement => page.container.querySelector('input') as HTMLInputElement;
const press = (key: string, shiftKey = false): Promise<void> =>
  act(async () => void input().dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })));

it('steps with the arrows by the tick, with Shift by ten', async () => {
  page = await render(<Field start="100" />);
  await press('ArrowUp');
  expect(input().value).toBe('100.01');
  await press('ArrowDown', true);
  expect(input().value).toBe('99.91');
});

it('says its error where the help stood', async () => {
  page = await render(<Field start="1" error="Too low" />);
  expect(page.container.textContent).toContain('Too low');
  expect(page.container.textContent).not.toContain('Last 100');
  expect(input().getAttribute('aria-invalid')).toBe('true');
});
