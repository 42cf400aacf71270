import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { presetQuantities } from '../../domain/orders/order-safety.ts';
import { stepDecimal } from '../text/decimal-text.ts';
import { useDecimalText } from '../text/use-decimal-text.ts';
import type { OneClick } from './use-one-click.ts';

export interface ClickQuantityProps {
  readonly oneClick: OneClick;
  readonly instrument: Instrument;
  /** What it is before the user has chosen. */
  readonly first: string;
  readonly label: string;
  readonly className: string | undefined;
}

/** How much the next click sends: typed, or stepped by the arrows, with Shift ten lots at a time. */
export const ClickQuantity = observer(function ClickQuantity({ oneClick, instrument, first, label, className }: ClickQuantityProps) {
  const { qty, setQty } = oneClick;
  useEffect(() => {
    if (qty === '') setQty(first);
  }, [qty, first, setQty]);
  const typing = useDecimalText(qty, setQty);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setQty(stepDecimal(qty, instrument.lot, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
  };
  return (
    <label className={className}>
      <input
        value={typing.text}
        aria-invalid={typing.isHalfGrouped}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        onChange={(event) => typing.onText(event.target.value)}
        onFocus={typing.onFocus}
        onBlur={typing.onBlur}
        onKeyDown={onKeyDown}
      />
      <span>{instrument.base}</span>
    </label>
  );
});

/** Quantities to choose from, made once per arming: they must not move under the pointer with the price. */
export function usePresetQuantities(instrument: Instrument, lastPrice: string | null): readonly string[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price at that moment
  return useMemo(() => presetQuantities(instrument, lastPrice), [instrument]);
}
