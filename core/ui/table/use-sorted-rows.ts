import { useEffect, useMemo, useState } from 'react';
import { useServices } from '../ui-services.tsx';
import { type Column, type SortOrder, sortRows } from './column.ts';

const liveSortMs = 1_000;

/** Rows in order. Live columns are looked at once a second, so that rows do not jump under the pointer with every tick. */
export function useSortedRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: SortOrder | null): readonly Row[] {
  const { timers } = useServices();
  const [round, setRound] = useState(0);
  const live = columns.find((column) => column.id === order?.column)?.live === true;
  useEffect(() => (live ? timers.every(liveSortMs, () => setRound((last) => last + 1)) : undefined), [live, timers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is what makes a live order be looked at again
  return useMemo(() => sortRows(rows, columns, order), [rows, columns, order, round]);
}
