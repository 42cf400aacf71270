import { sql } from 'kysely';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import { applyFill, type CostedClose, noHolding } from '../../../core/domain/orders/cost-basis.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { readPositions } from './sql-positions.ts';
import type { FillRecord, PositionRecord } from './trading-records.ts';

/** A fill with what it closed; null for a buy, and for a sell of coins whose cost is not known. */
export interface FillToWrite extends FillRecord {
  readonly close: CostedClose | null;
}

interface FoldedFills {
  readonly fills: readonly FillToWrite[];
  /** The positions that the fills changed, each once. */
  readonly positions: readonly PositionRecord[];
}

const positionKey = (one: { readonly apiId: number; readonly symbol: string }): string => `${one.apiId}/${one.symbol}`;

/** Moves the spot positions of one venue by its next fills, in their order. One query for all of them, none without fills. */
export async function foldFills(transaction: Database, venue: string, fills: readonly FillRecord[]): Promise<FoldedFills> {
  const spot = fills.filter((fill) => fill.accountType === 'spot');
  if (spot.length === 0) return { fills: fills.map((fill) => ({ ...fill, close: null })), positions: [] };
  const touched = [...new Map(spot.map((fill) => [positionKey(fill), fill])).values()];
  const known = await readPositions(
    transaction,
    sql`venue = ${venue} and account_type = 'spot' and (api_id, symbol) in (select * from unnest(
      ${arrayLiteral(touched.map((fill) => fill.apiId))}::text::bigint[], ${arrayLiteral(touched.map((fill) => fill.symbol))}::text::text[]))`,
  );
  const positions = new Map(known.map((position) => [positionKey(position), position]));
  const written = fills.map((fill): FillToWrite => {
    if (fill.accountType !== 'spot') return { ...fill, close: null };
    const before = positions.get(positionKey(fill)) ?? newPosition(fill);
    const { after, close } = applyFill(before, fill);
    const realised = close === null ? before.realised : addDecimals(before.realised, close.realised);
    const openedMs = before.qty === '0' ? fill.timeMs : before.openedMs;
    positions.set(positionKey(fill), { ...before, ...after, realised, openedMs, updatedMs: fill.timeMs });
    return { ...fill, close };
  });
  return { fills: written, positions: [...positions.values()] };
}

const newPosition = ({ venue, apiId, accountType, symbol, timeMs }: FillRecord): PositionRecord => ({
  venue,
  apiId,
  accountType,
  symbol,
  ...noHolding,
  realised: '0',
  openedMs: timeMs,
  updatedMs: timeMs,
});
