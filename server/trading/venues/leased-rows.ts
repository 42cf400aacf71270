import type { JournalRows } from '../../engine/journal/rows/journal-rows.ts';
import type { Journals } from '../../store/leases/journal-store.ts';

/** One venue's journal in the database, written under the lease of that epoch. */
export const leasedRows = (journals: Journals, venue: string, epoch: number): JournalRows => ({
  claim: () => journals.claim(venue, epoch),
  append: (batch) => journals.append(venue, epoch, batch),
  batches: (sequence, limit) => journals.batches(venue, sequence, limit),
  drop: (sequence) => journals.drop(venue, epoch, sequence),
  snapshots: () => journals.snapshots(venue),
  snapshot: (sequence) => journals.snapshot(venue, sequence),
  saveSnapshot: (sequence, snapshot) => journals.saveSnapshot(venue, epoch, sequence, snapshot),
  setSnapshotAside: (sequence, reason) => journals.setSnapshotAside(venue, epoch, sequence, reason),
  deleteSnapshots: (sequences) => journals.deleteSnapshots(venue, epoch, sequences),
});
