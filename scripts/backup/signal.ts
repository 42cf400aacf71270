/** What is said at its end. */
export const interrupted = 'interrupted; nothing is left of it';

/** Aborts when somebody ends the command; the second time the process ends at once. */
export function endedBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      console.error('ending, after what is half done is taken away …');
      controller.abort(new Error(name));
    });
  }
  return controller.signal;
}
