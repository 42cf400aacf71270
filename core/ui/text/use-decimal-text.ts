import { useState } from 'react';
import { isHalfGrouped, normalDecimal, typedDecimal } from './decimal-text.ts';

export interface DecimalText {
  /** What stands in the field. */
  readonly text: string;
  /** True: its commas say nothing yet, and the value is empty so long. */
  readonly isHalfGrouped: boolean;
  readonly onText: (text: string) => void;
  readonly onBlur: () => void;
}

/** Text of a field whose value is a decimal string: what was typed stands as it is until the field is left, then it is plain. */
export function useDecimalText(value: string, onChange: (value: string) => void, signed = false): DecimalText {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const text = typed?.value === value ? typed.text : value;
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
    onBlur: () => {
      if (isOpen) return;
      setTyped(null);
      const normal = normalDecimal(value);
      if (normal !== value) onChange(normal);
    },
  };
}
