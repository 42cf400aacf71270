import type { Logger } from '../../core/contract/server-services.ts';

interface Ending {
  close(): Promise<void>;
}

/**
 * How long a server may take to end. Whatever of a plugin never answers would keep it alive for ever otherwise, giving signs of life: no other
 * server would go on. What was acknowledged is durable by then.
 */
const longestEndMs = 60_000;

/**
 * Starts a server that the first SIGTERM or SIGINT ends in order, whether it runs, is still starting, or stands by for another one; the
 * second ends it at once. The process ends with it: with code 0, or 1 where it did not stop cleanly or within `longestMs`. Rejects with what
 * `start` rejects with.
 */
export async function endOnSignal<S extends Ending>(
  logger: Pick<Logger, 'info' | 'error'>,
  start: (stop: AbortSignal) => Promise<S>,
  longestMs = longestEndMs,
): Promise<S> {
  const stop = new AbortController();
  let running: S | null = null;
  const end = async (server: Ending | null): Promise<never> => {
    try {
      await server?.close();
    } catch (error) {
      logger.error({ err: error }, 'the server did not stop cleanly');
      process.exit(1);
    }
    logger.info({}, 'the server has stopped');
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1);
    logger.info({ signal }, 'the server stops');
    stop.abort();
    setTimeout(() => {
      logger.error({ longestMs }, 'the server did not stop in time; it ends');
      process.exit(1);
    }, longestMs);
    // One that is not there yet hears of it at its next step.
    if (running !== null) void end(running);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    running = await start(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return end(null);
  }
  return stop.signal.aborted ? end(running) : running;
}
