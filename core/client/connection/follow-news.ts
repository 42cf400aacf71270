import type { Stream } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import type { Timers } from '../timers.ts';

interface NewsReader {
  /** When what is known was asked for, by the steady clock; null while nothing has been. */
  readonly askedMs: () => number | null;
  /** Something has changed since. */
  readonly heard: (news: unknown) => void;
  /** Something may have changed since without anybody hearing of it: before the topic was open, or while the line was lost. */
  readonly missed: () => void;
}

/**
 * Keeps what a call has read in step with a topic that tells only that something has changed. Each begin of such a topic says for how many ms
 * the server knows of no news: what was asked for earlier is asked for again. The time that the message takes makes it ask rather once too often.
 */
export function followNews(
  stream: Pick<Stream, 'subscribe'>,
  topic: string,
  timers: Pick<Timers, 'steadyMs'>,
  reader: NewsReader,
): Disposer {
  return stream.subscribe(topic, ({ k, d }) => {
    if (k !== 's') return reader.heard(d);
    const askedMs = reader.askedMs();
    if (askedMs !== null && timers.steadyMs() - askedMs >= (d as number)) reader.missed();
  });
}
