import { expect, it } from 'vitest';
import { optionAfterKey, optionByText, type SelectOption } from './select-options.ts';

const options = ['Limit', 'Market', 'Stop limit', 'Stop market', 'Trailing stop'].map(
  (label): SelectOption => ({ value: label, label, disabled: label === 'Stop limit' }),
);

it('moves by one, to the ends and not beyond them, over what is disabled', () => {
  const moves = [
    [0, 'ArrowDown', 1],
    [1, 'ArrowDown', 3],
    [3, 'ArrowUp', 1],
    [4, 'ArrowDown', 4],
    [0, 'ArrowUp', 0],
    [3, 'Home', 0],
    [0, 'End', 4],
    [0, 'PageDown', 4],
    [4, 'PageUp', 0],
  ] as const;
  for (const [at, key, to] of moves) expect([at, key, optionAfterKey(options, at, key)]).toEqual([at, key, to]);
  expect(optionAfterKey(options, 0, 'x')).toBeNull();
});

it('finds what begins with the typed letters, and with one letter again the next', () => {
  expect(optionByText(options, 0, 'm')).toBe(1);
  expect(optionByText(options, 0, 'stop m')).toBe(3);
  expect(optionByText(options, 3, 'tr')).toBe(4);
  expect(optionByText(options, 0, 'x')).toBeNull();
  const twice = [...options, { value: 'Mid', label: 'Mid' }];
  expect(optionByText(twice, 1, 'mm')).toBe(5);
  expect(optionByText(twice, 5, 'mmm')).toBe(1);
});

it('stays where every option is disabled', () => {
  expect(optionAfterKey([{ value: 'a', label: 'A', disabled: true }], 0, 'ArrowDown')).toBe(0);
});
