import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { choose, type Rendered, render } from '../../../tests/kit/render.tsx';
import { Select } from './select.tsx';
import type { SelectOption } from './select-options.ts';

let page: Rendered;
afterEach(() => page.close());

const types: readonly SelectOption[] = [
  { value: 'LIMIT', label: 'Limit', group: 'Plain' },
  { value: 'MARKET', label: 'Market', detail: 'At once, at any price', group: 'Plain' },
  { value: 'STOP', label: 'Stop', group: 'Triggers', icon: 'alert' },
  { value: 'TRAIL', label: 'Trailing stop', group: 'Triggers', disabled: true },
];

let given: string[] = [];
let outside = 0;

function Type({ options = types, disabled = false }: { readonly options?: readonly SelectOption[]; readonly disabled?: boolean }) {
  const [value, setValue] = useState('LIMIT');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what comes out
    <div onKeyDown={() => outside++}>
      <Select
        aria-label="Type"
        value={value}
        options={options}
        disabled={disabled}
        onChange={(next) => {
          given.push(next);
          setValue(next);
        }}
      />
    </div>
  );
}

async function show(props: Parameters<typeof Type>[0] = {}): Promise<void> {
  given = [];
  outside = 0;
  page = await render(<Type {...props} />);
}
const button = (): HTMLElement => page.container.querySelector('[role=combobox]') as HTMLElement;
const list = (): HTMLElement | null => page.container.querySelector('[role=listbox]');
const active = (): string | undefined =>
  document.getElementById(button().getAttribute('aria-activedescendant') ?? '')?.querySelector('span')?.firstChild?.textContent ??
  undefined;
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => void button().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })));

describe('a select', () => {
  it('shows what is chosen, and its options with their groups and second lines only while it is open', async () => {
    await show();
    expect([button().textContent, button().getAttribute('aria-expanded'), list()]).toEqual(['Limit', 'false', null]);
    await act(async () => button().click());
    expect([button().getAttribute('aria-expanded'), list()?.getAttribute('aria-label')]).toEqual(['true', 'Type']);
    expect([...(list()?.querySelectorAll('[role=group]') ?? [])].map((group) => group.getAttribute('aria-label'))).toEqual([
      'Plain',
      'Triggers',
    ]);
    expect(list()?.textContent).toContain('At once, at any price');
    expect([...(list()?.querySelectorAll('[aria-selected=true]') ?? [])].map(({ textContent }) => textContent)).toEqual(['Limit']);
    await act(async () => button().click());
    expect(list()).toBeNull();
  });

  it('gives what is chosen by a click, and nothing when it is what was chosen before', async () => {
    await show();
    await choose(button(), 'Stop');
    expect([given, button().textContent, list()]).toEqual([['STOP'], 'Stop', null]);
    await choose(button(), 'Stop');
    expect(given).toEqual(['STOP']);
  });

  it('does not give what is disabled', async () => {
    await show();
    await choose(button(), 'Trailing stop');
    expect([given, list() === null]).toEqual([[], false]);
  });

  it('opens, walks, and chooses by the keyboard, of which nothing reaches what is around it', async () => {
    await show();
    await press('ArrowDown');
    expect(active()).toBe('Limit');
    await press('ArrowDown');
    expect([active(), given]).toEqual(['Market', []]);
    await press('End');
    expect(active()).toBe('Stop');
    await press('Enter');
    expect([given, list(), outside]).toEqual([['STOP'], null, 0]);
    await press('Home');
    await press(' ');
    expect(given).toEqual(['STOP', 'LIMIT']);
  });

  it('leaves everything as it is with Escape, which goes on only where the list is closed', async () => {
    await show();
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Escape');
    expect([given, list(), outside]).toEqual([[], null, 0]);
    await press('Escape');
    expect(outside).toBe(1);
  });

  it('goes to what is typed, and takes it with Tab', async () => {
    await show();
    await press('s');
    expect(active()).toBe('Stop');
    await press('Tab');
    expect(given).toEqual(['STOP']);
  });

  it('closes when something else is pressed', async () => {
    await show();
    await act(async () => button().click());
    await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect([list(), given]).toEqual([null, []]);
  });

  it('stays closed while it is disabled', async () => {
    await show({ disabled: true });
    await act(async () => button().click());
    await press('ArrowDown');
    expect(list()).toBeNull();
  });
});
