import type { Logger } from '../core/contract/server-services.ts';

interface Ending {
  close(): Promise<void>;
}

/**
 * Starts a server that the first SIGTERM or SIGINT ends in order, whether it runs, is still starting, or stands by for another one; the
 * second ends it at once. The process ends with it: with code 0, or 1 where it did not stop cleanly. Rejects with what `start` rejects with.
 */
export async function endOnSignal<S extends Ending>(
  logger: Pick<Logger, 'info' | 'error'>,
  start: (stop: AbortSignal) => Promise<S>,
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
