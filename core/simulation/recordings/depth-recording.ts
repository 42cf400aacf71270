import type { Level } from '../../contract/market.ts';
import type { Recordings } from '../../contract/server-services.ts';
import { decimalCell, integerCell } from './csv-reader.ts';
import type { RecordedBook, RecordedUpdate } from './recorded-event.ts';
import { RecordingFormatError } from './recording-format-error.ts';

function levelsOf(file: string, line: number, name: string, value: unknown): readonly Level[] {
  if (!Array.isArray(value)) throw new RecordingFormatError(file, line, `${name} is not a list of levels`);
  return value.map((level: unknown): Level => {
    const [price, qty] = Array.isArray(level) ? (level as unknown[]) : [];
    return [decimalCell(file, line, `${name} price`, textOf(price)), decimalCell(file, line, `${name} quantity`, textOf(qty))];
  });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberText = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : undefined);

function objectOf(file: string, line: number, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RecordingFormatError(file, line, 'the line is not JSON', error);
  }
  if (typeof value !== 'object' || value === null) throw new RecordingFormatError(file, line, 'the line is not a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** The snapshot of a recorded book (`snapshot.json.gz`). */
async function readSnapshot(recordings: Recordings, file: string): Promise<RecordedBook> {
  let text = '';
  for await (const line of recordings.lines(file)) text += line;
  const snapshot = objectOf(file, 1, text);
  const localUs = integerCell(file, 1, 'local_time_us', numberText(snapshot.local_time_us));
  return {
    type: 'book',
    timeMs: Math.floor(localUs / 1000),
    updateId: integerCell(file, 1, 'lastUpdateId', numberText(snapshot.lastUpdateId)),
    bids: levelsOf(file, 1, 'bids', snapshot.bids),
    asks: levelsOf(file, 1, 'asks', snapshot.asks),
  };
}

/**
 * Snapshot and updates of a recorded book in order (`depth.jsonl.gz`). Updates that the snapshot already holds are left out;
 * a gap in the chain of update ids is an error, because the book would be wrong from there on.
 */
export async function* readDepth(
  recordings: Recordings,
  snapshotFile: string,
  updatesFile: string,
): AsyncGenerator<RecordedBook | RecordedUpdate> {
  const snapshot = await readSnapshot(recordings, snapshotFile);
  let last = snapshot.updateId;
  let started = false;
  let number = 0;
  for await (const text of recordings.lines(updatesFile)) {
    number++;
    if (text === '') continue;
    const line = objectOf(updatesFile, number, text);
    const field = (name: string): number => integerCell(updatesFile, number, name, numberText(line[name]));
    const [first, updateId] = [field('U'), field('u')];
    // Futures name the update before; their stale updates end below the snapshot, spot's at or below it.
    const futures = line.pu !== undefined;
    if (!started && (futures ? updateId < last : updateId <= last)) continue;
    const follows = started ? (futures ? field('pu') === last : first === last + 1) : first <= last + 1;
    if (!follows) throw new RecordingFormatError(updatesFile, number, `update ${first}–${updateId} does not follow ${last}`);
    // The snapshot's clock is the recorder's; the book begins when its first update happened.
    const timeMs = field('E');
    if (!started) yield { ...snapshot, timeMs };
    started = true;
    last = updateId;
    yield {
      type: 'update',
      timeMs,
      updateId,
      bids: levelsOf(updatesFile, number, 'b', line.b),
      asks: levelsOf(updatesFile, number, 'a', line.a),
    };
  }
  if (!started) yield snapshot;
}
