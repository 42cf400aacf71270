import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { fittingQty } from '../../core/ui/canvas/canvas-texts.ts';
import { formatClock, formatDecimal, formatStamp, formatTime, type Translate } from '../../core/ui/index.ts';
import type { TapeColumn } from '../../core/ui/tape/tape-column.ts';
import type { Print } from './prints.ts';

interface Writing {
  readonly timeZone: string;
  readonly nowMs: () => number;
  /** An arrow says the side too. */
  readonly arrows: boolean;
}

const arrowOf = { BUY: '▲', SELL: '▼' } as const;
const tokenOf = { BUY: 'up', SELL: 'down' } as const;

/** Price, quantity and time; the units stand in the headers. */
export function tradeColumns(t: Translate, instrument: Instrument, { timeZone, nowMs, arrows }: Writing): readonly TapeColumn<Print>[] {
  const price = (value: string): string => formatDecimal(value, decimalsOf(instrument.tick));
  return [
    {
      id: 'price',
      title: t('price', { asset: instrument.quote }),
      width: 84,
      align: 'left',
      draw: (print) => {
        const token = tokenOf[print.side];
        return { text: price(print.price), token, ...(arrows && { lead: { text: arrowOf[print.side], token } }) };
      },
      hint: (print) => (print.own ? t('own') : null),
    },
    {
      id: 'qty',
      title: t('quantity', { asset: instrument.base }),
      width: 76,
      align: 'right',
      draw: (print, room, widthOf) => ({
        text: fittingQty(widthOf, print.qty, decimalsOf(instrument.lot), room),
        token: 'text',
        ...(print.trades > 1 && { lead: { text: `×${print.trades}`, token: 'muted' } }),
      }),
      hint: (print) => (print.trades > 1 ? joinedText(t, print) : null),
    },
    {
      id: 'time',
      title: t('time'),
      width: 62,
      align: 'right',
      yields: true,
      draw: ({ timeMs }, room, widthOf) => {
        const text = formatTime(timeMs, nowMs(), timeZone);
        return { text: widthOf(text) <= room ? text : formatClock(timeMs, timeZone), token: 'text' };
      },
      hint: ({ timeMs }) => formatStamp(timeMs, timeZone),
    },
  ];
}

const joinedText = (t: Translate, print: Print): string =>
  t('joinedOf', { trades: print.trades, from: formatDecimal(print.from ?? print.price), to: formatDecimal(print.price) });

/** A print for those who do not see it. */
export function wordsOf(t: Translate, print: Print, { timeZone, nowMs }: Writing): string {
  const { side, price, qty, timeMs } = print;
  const words = t(side === 'BUY' ? 'row.buy' : 'row.sell', { price, qty, time: formatTime(timeMs, nowMs(), timeZone) });
  const joined = print.trades > 1 ? t('row.joined', { text: joinedText(t, print) }) : '';
  return `${words}${joined}${print.own ? t('row.own') : ''}`;
}
