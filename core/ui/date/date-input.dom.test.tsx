import { act, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import texts from '../../../locales/en/ui.json' with { type: 'json' };
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';

let page: Rendered;
afterEach(() => page.close());

let given: string[] = [];

function Owner({ value: start, ...props }: Partial<DateInputProps>) {
  const [value, setValue] = useState(start ?? '');
  return (
    <DateInput
      aria-label="From"
      {...props}
      value={value}
      onChange={(next) => {
        given.push(next);
        setValue(next);
      }}
    />
  );
}
async function show(props: Partial<DateInputProps> = {}): Promise<void> {
  given = [];
  page = await render(<Owner {...props} />, { ui: texts });
}
const input = (): HTMLInputElement => page.container.querySelector('input') as HTMLInputElement;
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
const calendar = (): HTMLElement | null => page.container.querySelector('[role=dialog]');
async function open(): Promise<void> {
  await act(async () => page.container.querySelector<HTMLElement>('[aria-label=Calendar]')?.click());
  await vi.waitFor(() => act(() => import('./calendar.tsx')));
  await vi.waitFor(() => expect(calendar()).not.toBeNull());
}
const day = (text: string): HTMLButtonElement => calendar()?.querySelector(`[data-day="${text}"]`) as HTMLButtonElement;
const press = (key: string) =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

describe('a field for a date', () => {
  it('takes what is typed as soon as it is a day, and goes back to the last one when half of one is left', async () => {
    await show({ value: '2026-11-20' });
    await type('2026-11-2');
    expect([given.at(-1), input().getAttribute('aria-invalid')]).toEqual(['2026-11-02', 'false']);
    await type('2026-1');
    expect([given.length, input().getAttribute('aria-invalid')]).toEqual([1, 'true']);
    await act(async () => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['2026-11-02', 'false']);
    await type('');
    expect(given.at(-1)).toBe('');
  });

  it('keeps what is no date where there was none, and marks it, so that nobody takes it for no date', async () => {
    await show({ value: '' });
    await type('nonsense');
    await act(async () => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect([input().value, input().getAttribute('aria-invalid'), given]).toEqual(['nonsense', 'true', []]);
    expect(input().matches('[data-unread]')).toBe(true);
    await type('');
    expect(input().matches('[data-unread]')).toBe(false);
  });

  it('says of a day outside of its limits that it is wrong, and offers none in the calendar', async () => {
    await show({ value: '2026-12-01', min: '2026-11-10', max: '2026-11-25' });
    expect(input().getAttribute('aria-invalid')).toBe('true');
    await open();
    expect([day('2026-11-09').disabled, day('2026-11-10').disabled, day('2026-11-26').disabled]).toEqual([true, false, true]);
  });

  it('opens a calendar at its day, in which arrows move and a press chooses', async () => {
    await show({ value: '2026-11-20' });
    await open();
    expect([calendar()?.querySelector('strong')?.textContent, document.activeElement]).toEqual(['November 2026', day('2026-11-20')]);
    await press('ArrowDown');
    expect(document.activeElement).toBe(day('2026-11-27'));
    await press('ArrowDown');
    expect(calendar()?.querySelector('strong')?.textContent).toBe('December 2026');
    await act(async () => day('2026-12-04').click());
    expect([given, calendar(), document.activeElement]).toEqual([['2026-12-04'], null, input()]);
  });

  it('leaves the focus on the button that turns to another month, and takes it to a day again with a key', async () => {
    await show({ value: '2026-11-20', max: '2026-12-25' });
    await open();
    const later = calendar()?.querySelector<HTMLElement>('[aria-label="Month after"]') as HTMLElement;
    for (const month of ['December 2026', 'December 2026']) {
      later.focus();
      await act(async () => later.click());
      expect([calendar()?.querySelector('strong')?.textContent, document.activeElement]).toEqual([month, later]);
    }
    await press('ArrowRight');
    await press('ArrowUp');
    expect(document.activeElement).toBe(day('2026-12-18'));
    later.focus();
    await act(async () => later.click());
    expect(document.activeElement).toBe(later);
  });

  it('closes with Escape without a change', async () => {
    await show({ value: '2026-11-20' });
    await open();
    await press('ArrowLeft');
    await press('Escape');
    expect([given, calendar()]).toEqual([[], null]);
  });

  it('keeps the time of day when another day is taken', async () => {
    await show({ value: '2026-11-20T09:30', timed: true });
    expect(input().value).toBe('2026-11-20 09:30');
    await open();
    await act(async () => day('2026-11-21').click());
    expect(given).toEqual(['2026-11-21T09:30']);
  });
});
