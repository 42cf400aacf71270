import type { ReactNode } from 'react';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Column, Translate } from '../../core/ui/index.ts';
import type { Print } from './prints.ts';

interface TradeCells {
  readonly price: (print: Print) => ReactNode;
  readonly qty: (print: Print) => ReactNode;
  readonly time: (print: Print) => ReactNode;
}

/** Price, quantity and time; the units stand in the headers. */
export const tradeColumns = (t: Translate, instrument: Instrument, cells: TradeCells): Column<Print>[] => [
  { id: 'price', title: t('price', { asset: instrument.quote }), width: 84, render: cells.price, fixed: true },
  { id: 'qty', title: t('quantity', { asset: instrument.base }), width: 76, align: 'right', render: cells.qty },
  { id: 'time', title: t('time'), width: 62, align: 'right', render: cells.time },
];
