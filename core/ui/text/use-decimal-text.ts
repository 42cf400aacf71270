import { type FocusEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { isHalfGrouped, normalDecimal, typedDecimal } from './decimal-text.ts';

export interface DecimalText {
  /** What stands in the field. */
  readonly text: string;
  /** True: its commas say nothing yet, and the value is empty so long. */
  readonly isHalfGrouped: boolean;
  readonly onText: (text: string) => void;
  readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * Text of a field whose value is a decimal string. Under the keyboard it is what was typed, plain, so that a digit may come in anywhere;
 * left, it has its thousands apart and at least so many `decimals`, as everywhere else.
 */
export function useDecimalText(
  value: string,
  onChange: (value: string) => void,
  { signed = false, decimals = 0 }: { readonly signed?: boolean; readonly decimals?: number } = {},
): DecimalText {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const [focused, setFocused] = useState(false);
  const text = typed?.value === value ? typed.text : focused ? value : groupedText(value, decimals);
  const isOpen = isHalfGrouped(text, signed);

  return {
    text,
    isHalfGrouped: isOpen,
    onText: (next) => {
      const plain = isHalfGrouped(next, signed) ? '' : typedDecimal(next, signed);
      if (plain === null) return;
      setTyped({ text: next, value: plain });
      if (plain !== value) onChange(plain);
    },
    onFocus: ({ currentTarget }) => {
      // The keyboard finds all of the field chosen, as everywhere; another text in it would choose nothing. A mouse then puts its caret.
      flushSync(() => setFocused(true));
      currentTarget.select();
    },
    onBlur: () => {
      setFocused(false);
      if (isOpen) return;
      setTyped(null);
      const normal = normalDecimal(value);
      if (normal !== value) onChange(normal);
    },
  };
}

/** Half a number, such as `1.`, stays as it is: it may yet become one. */
function groupedText(value: string, decimals: number): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  const own = value.split('.')[1]?.length ?? 0;
  return formatDecimal(value, Math.max(decimals, own));
}
