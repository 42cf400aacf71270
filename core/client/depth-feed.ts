import type { Stream } from '../contract/client-services.ts';
import type { Level } from '../contract/market.ts';
import type { Disposer } from '../contract/token.ts';
import type { InstrumentId } from '../domain/instrument.ts';
import { DepthBook } from './depth-book.ts';

interface DepthData {
  readonly bids?: readonly Level[];
  readonly asks?: readonly Level[];
  readonly sequence?: number;
  readonly time?: number;
}

/** Keeps a book in step with `depth:<id>`; `onChange` is called at most once per frame and message batch. */
export function openDepth(
  stream: Stream,
  id: InstrumentId,
  onChange: (book: DepthBook) => void,
): { readonly book: DepthBook; readonly dispose: Disposer } {
  const book = new DepthBook();
  const topic = `depth:${id}`;
  const dispose = stream.subscribe(topic, (message) => {
    const { bids = [], asks = [], sequence = 0, time = 0 } = message.d as DepthData;
    const reached = message.n ?? sequence;
    if (message.k === 's') book.applySnapshot(bids, asks, reached, time);
    else if (!book.applyDelta(bids, asks, message.p ?? book.sequence ?? -1, reached, time)) {
      stream.resync(topic);
      return;
    }
    onChange(book);
  });
  return { book, dispose };
}
