import { autorun } from 'mobx';
import { useEffect } from 'react';
import type { Feeds } from '../../core/contract/client-services.ts';
import { useServices } from '../../core/ui/index.ts';
import { sizeFieldOf } from './ticket-draft.ts';
import { actsNow } from './ticket-needs.ts';
import type { TicketStore } from './ticket-store.ts';

/** A preview is read, not watched: this often is enough. */
const everyMs = 250;

/** Follows the book for the preview, only while the ticket is seen and holds an order that would look at it, or whose largest size the book decides. */
export function useBook(feeds: Feeds, store: TicketStore, visible: boolean): void {
  const { timers } = useServices();
  useEffect(() => {
    if (!visible) return;
    let stop = (): void => undefined;
    let followed: string | null = null;
    const stopWatching = autorun(() => {
      const { draft, instrument } = store;
      const isLookedAt = actsNow(draft) && (draft[sizeFieldOf(draft)] !== '' || draft.type === 'MARKET');
      const wanted = instrument !== null && isLookedAt ? instrument.id : null;
      if (wanted === followed) return;
      followed = wanted;
      stop();
      stop = wanted === null ? () => undefined : follow(feeds, wanted, store, timers.after);
    });
    return () => {
      stopWatching();
      stop();
      store.showBook(null);
    };
  }, [feeds, store, visible, timers]);
}

function follow(feeds: Feeds, id: string, store: TicketStore, after: (delayMs: number, task: () => void) => () => void): () => void {
  const feed = feeds.depth(id);
  let cancel: (() => void) | null = null;
  const show = (): void => {
    cancel = null;
    if (store.instrument?.id === id) store.showBook(feed.ready ? { bids: feed.bids, asks: feed.asks } : null);
  };
  const stopListening = feed.onChange(() => {
    if (store.book === null) show();
    else cancel ??= after(everyMs, show);
  });
  show();
  return () => {
    cancel?.();
    void stopListening();
    feed.close();
  };
}
