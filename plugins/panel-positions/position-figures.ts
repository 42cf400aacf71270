import type { Position } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { ReferenceKind, ReferencePrice } from '../../core/domain/markets/reference-price.ts';
import { addDecimals, decimalsOf, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { unrealised } from '../../core/domain/orders/cost-basis.ts';

/** A position at the mark of this moment; null where the cost or the mark is not known. In quote. */
export interface PositionFigures {
  readonly mark: string | null;
  /** By which price; null where there is none. */
  readonly markKind: ReferenceKind | null;
  readonly value: string | null;
  readonly result: string | null;
  /** What the result is a part of, for its percentage: from the cost to the value. */
  readonly costAndValue: readonly [cost: string, value: string] | null;
}

/** `live` is what a unit is worth at this moment; the server's mark stands in until there is one. */
export function figuresOf(position: Position, live: ReferencePrice | null): PositionFigures {
  const mark = live?.price ?? position.mark;
  const { qty, cost } = position;
  const result = mark === null || cost === null ? null : unrealised({ qty, cost }, mark);
  return {
    mark,
    markKind: live?.kind ?? position.markKind,
    value: mark === null ? null : multiplyDecimals(qty, mark),
    result,
    costAndValue: result === null || cost === null ? null : [cost, addDecimals(cost, result)],
  };
}

/** Decimals of amounts in quote: two more than the smallest order's value has, so cents for dollars. */
export const amountDecimals = (instrument: Pick<Instrument, 'minNotional'> | null): number =>
  decimalsOf(instrument?.minNotional ?? '1') + 2;

/** The step that shows this many decimals. */
export const stepOf = (decimals: number): string => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);

export const positionKey = (position: Position): string =>
  `${position.apiId}/${position.accountType}/${position.asset}/${position.cost === null ? '' : position.instrumentId}`;
