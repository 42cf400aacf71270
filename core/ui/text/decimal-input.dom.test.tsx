import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { DecimalInput } from './decimal-input.tsx';

let page: Rendered;
const heard: string[] = [];
afterEach(async () => {
  heard.length = 0;
  await page.close();
});

function Field({
  start,
  error = null,
  decimals = 0,
}: {
  readonly start: string;
  readonly error?: string | null;
  readonly decimals?: number;
}) {
  const [value, setValue] = useState(start);
  const onChange = (next: string): void => {
    heard.push(next);
    setValue(next);
  };
  return (
    <DecimalInput
      label="Price"
      value={value}
      onChange={onChange}
      step="0.01"
      decimals={decimals}
      unit="USDT"
      error={error}
      help="Last 100"
    />
  );
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

it('takes a number with its thousands apart, key by key, and has no value, which no dialog takes for none, while that may mean two things', async () => {
  page = await render(<Field start="" />);
  const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const type = (text: string): Promise<void> =>
    act(async () => {
      setText?.call(input(), text);
      input().dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  for (const text of ['1', '1,', '1,0']) await type(text);
  expect([heard, input().value, input().getAttribute('aria-invalid')]).toEqual([['1', ''], '1,0', 'true']);
  expect(input().matches('[data-unread]')).toBe(true);
  for (const text of ['1,00', '1,000']) await type(text);
  expect([heard.at(-1), input().value, input().getAttribute('aria-invalid')]).toEqual(['1000', '1,000', 'false']);
  expect(input().matches('[data-unread]')).toBe(false);
  await act(async () => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(input().value).toBe('1,000');
  await type('61,203.32');
  expect(heard.at(-1)).toBe('61203.32');
  await type('a');
  expect(input().value).toBe('61,203.32');
});

it('has its thousands apart until the keyboard comes, which finds it plain and all of it chosen', async () => {
  page = await render(<Field start="61400.50" />);
  expect(input().value).toBe('61,400.50');
  await act(async () => {
    input().setSelectionRange(0, 0);
    input().dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });
  expect([input().value, input().selectionStart, input().selectionEnd]).toEqual(['61400.50', 0, 8]);
  await act(async () => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect([input().value, heard]).toEqual(['61,400.50', []]);
});

it('has the decimals of a price until the keyboard comes, and none are written for the user', async () => {
  page = await render(<Field start="63558.6" decimals={2} />);
  expect(input().value).toBe('63,558.60');
  await act(async () => input().focus());
  expect(input().value).toBe('63558.6');
  await act(async () => input().blur());
  expect([input().value, heard]).toEqual(['63,558.60', []]);
});
