import type { IslandContext, IslandModule } from '../../../core/contract/site.ts';
import { addDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';

export interface OrderBookProps {
  /** Without its exchange: `BTCUSDT/spot`. */
  readonly market: string;
  /** Prices on each side, as many as are drawn. */
  readonly levels: number;
  /** Both have the exchange as {exchange}. */
  readonly texts: { readonly live: string; readonly simulated: string };
}

interface Exchange {
  readonly exchange: string;
  readonly title: string;
  readonly health: string;
}

/** Price and quantity of each, the best first. */
interface Depth {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

const everyMs = 1_000;

/** Fills the drawn book with that of the first open exchange that has the market, every second. Without one it stays a drawing. */
export const mount: IslandModule<OrderBookProps>['mount'] = (element, props, context) => {
  let venue: Exchange | null = null;
  let status: string | null = null;
  return context.every(everyMs, async () => {
    const found = venue === null ? await firstBook(props, context) : { venue, depth: await depthAt(venue, props, context) };
    venue = found?.venue ?? null;
    if (found === null) return;
    status ??= await statusOf(props, context);
    draw(element, found.depth, props.levels);
    write(element, 'status', status.replace('{exchange}', found.venue.title));
  });
};

/** A demo's book is called simulated; of a server that tells nothing of it, only the exchange is named. */
const statusOf = ({ texts }: OrderBookProps, { get }: IslandContext): Promise<string> =>
  get<{ readonly simulated: boolean }>('/stats/main/only').then(
    ({ simulated }) => (simulated ? texts.simulated : texts.live),
    () => '{exchange}',
  );

const depthAt = ({ exchange }: Exchange, { market, levels }: OrderBookProps, { get }: IslandContext): Promise<Depth> =>
  get<Depth>('/client/depth/depth', { instrumentId: `${exchange}/${market}`, levels: String(levels) });

async function firstBook(
  props: OrderBookProps,
  context: IslandContext,
): Promise<{ readonly venue: Exchange; readonly depth: Depth } | null> {
  const venues = await context.get<readonly Exchange[]>('/client/base/exchange/info');
  for (const venue of venues.filter(({ health }) => health === 'LIVE')) {
    // One that does not list the market refuses.
    const depth = await depthAt(venue, props, context).catch(() => null);
    if (depth !== null && depth.bids.length > 0 && depth.asks.length > 0) return { venue, depth };
  }
  return null;
}

function draw(element: HTMLElement, { bids, asks }: Depth, levels: number): void {
  const all = [...bids, ...asks];
  const decimals = { price: decimalsAmong(all.map(([price]) => price)), quantity: decimalsAmong(all.map(([, quantity]) => quantity)) };
  const most = Math.max(totalOf(bids), totalOf(asks));
  for (const [side, rows] of [
    ['bid', bids],
    ['ask', asks],
  ] as const) {
    let total = 0;
    for (let at = 0; at < levels; at++) {
      const row = element.querySelector(`[data-row="${side}-${at}"]`);
      const [price, quantity] = rows[at] ?? ['', ''];
      total += Number(quantity);
      write(row, 'price', formatDecimal(price, price === '' ? 0 : decimals.price));
      write(row, 'quantity', formatDecimal(quantity, quantity === '' ? 0 : decimals.quantity));
      row?.querySelector('rect')?.setAttribute('width', String(price === '' ? 0 : Math.round((total / most) * 1_000) / 10));
    }
  }
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  write(element, 'spread', bid === undefined || ask === undefined ? '' : formatDecimal(addDecimals(ask, negateDecimal(bid))));
  element.dataset.live = '';
}

const totalOf = (levels: Depth['bids']): number => levels.reduce((sum, [, quantity]) => sum + Number(quantity), 0);
const decimalsAmong = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));

function write(within: Element | null, part: string, text: string): void {
  const place = within?.querySelector(`[data-part="${part}"]`);
  if (place !== null && place !== undefined && place.textContent !== text) place.textContent = text;
}
