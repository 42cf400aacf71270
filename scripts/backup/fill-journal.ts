import { recordHeaderBytes } from '../../server/engine/journal/segments/record-format.ts';
import type { DatabaseFilling } from '../../server/store/copy/database-filling.ts';
import type { RestoredJournal } from './restored-journals.ts';

/** Bytes of a row; a batch of a busy exchange is smaller. */
const batchBytes = 256 * 1024;

/** Puts a journal that is whole in files into the rows of a database. */
export async function fillJournal(filling: DatabaseFilling, journal: RestoredJournal): Promise<void> {
  const { exchange } = journal;
  const capture = await journal.capture();
  try {
    const last = await capture.durableEnd();
    await filling.beginJournal(exchange, capture.firstSequence, last);
    let firstSequence = capture.firstSequence;
    let records: Uint8Array[] = [];
    let bytes = 0;
    const flush = async (lastSequence: number): Promise<void> => {
      await filling.addBatch(exchange, { firstSequence, lastSequence, records: Buffer.concat(records) });
      firstSequence = lastSequence + 1;
      records = [];
      bytes = 0;
    };
    await capture.replay(firstSequence, last, (sequence, buffer, start, end) => {
      records.push(buffer.slice(start - recordHeaderBytes, end));
      bytes += end - start + recordHeaderBytes;
      return bytes >= batchBytes || sequence === last ? flush(sequence) : undefined;
    });
    for (const sequence of capture.snapshots) await filling.addSnapshot(exchange, sequence, await capture.snapshotBytes(sequence));
  } finally {
    await capture.close();
  }
}
