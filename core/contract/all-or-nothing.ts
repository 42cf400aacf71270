import type { Disposer } from './token.ts';

/**
 * For whoever opens several things that belong together. `open` says after each step how to undo it; when it fails later, the
 * steps are undone, the last first, and the result rejects with its error. On success nothing is undone.
 */
export async function allOrNothing<T>(open: (opened: (undo: Disposer) => void) => Promise<T>): Promise<T> {
  const undoing: Disposer[] = [];
  try {
    return await open((undo) => undoing.push(undo));
  } catch (error) {
    const failures: unknown[] = [];
    for (const undo of undoing.reverse()) {
      try {
        await undo();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length === 0) throw error;
    throw new AggregateError([error, ...failures], `${String(error)}; and not everything opened before it could be closed`);
  }
}
