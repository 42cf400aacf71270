import type { RecordedEvent } from './recorded-event.ts';

export interface PlayedEvent {
  /** Index of the stream that told it. */
  readonly market: number;
  readonly event: RecordedEvent;
}

/** One stream ordered by time out of several that are; of equal times the stream given first comes first. */
export async function* mergeEvents(
  streams: ReadonlyArray<{ readonly market: number; readonly events: AsyncIterable<RecordedEvent> }>,
): AsyncGenerator<PlayedEvent> {
  const heads = await Promise.all(
    streams.map(async ({ market, events }) => {
      const iterator = events[Symbol.asyncIterator]();
      return { market, iterator, next: await iterator.next() };
    }),
  );
  try {
    for (;;) {
      let earliest: (typeof heads)[number] | null = null;
      for (const head of heads) {
        if (head.next.done === true) continue;
        if (earliest === null || head.next.value.timeMs < (earliest.next.value as RecordedEvent).timeMs) earliest = head;
      }
      if (earliest === null) return;
      yield { market: earliest.market, event: earliest.next.value as RecordedEvent };
      earliest.next = await earliest.iterator.next();
    }
  } finally {
    await Promise.all(heads.map(({ iterator }) => iterator.return?.()));
  }
}
