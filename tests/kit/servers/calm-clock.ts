import { SystemClock } from '../../../server/clock.ts';

/** As often as somebody who reads a page can tell two states of it apart. */
const leastMs = 400;

/**
 * The machine's clock, on which nothing is repeated more often than five times in two seconds: so often books are quoted, and what changed is told. At the
 * product's own pace a page that merely stands there keeps two thirds of a processor busy, with its server and with the browser.
 */
export class CalmClock extends SystemClock {
  override every(everyMs: number, task: () => void | Promise<void>): () => void {
    return super.every(Math.max(everyMs, leastMs), task);
  }
}
