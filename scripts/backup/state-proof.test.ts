import { expect, it } from 'vitest';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import { encodeSnapshotHead } from '../../server/engine/host/snapshot-format.ts';
import { silentSink } from '../../server/engine/silent-sink.ts';
import { TrackedEngineFactory } from '../../server/trading/engine/tracked-engine-factory.ts';
import type { CapturedJournal } from './journal-capture.ts';
import { proveStates } from './state-proof.ts';

it('begins at a snapshot as an exchange of the house writes it, with the names that it knows before the state', async () => {
  const engine = new TrackedEngineFactory({ create: createEngine, restore: restoreEngine }).create();
  engine.apply(1, 5, { type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 }, silentSink);
  const state = engine.snapshot();
  const snapshot = Buffer.concat([encodeSnapshotHead({ sequence: 1, timeMs: 5, state }), state]);
  const capture = {
    exchange: 'tessera',
    firstSequence: 2,
    snapshots: [1],
    snapshotBytes: async () => snapshot,
    replay: async () => undefined,
  } as unknown as CapturedJournal;
  expect(await proveStates(capture, [1])).toEqual(new Map([[1, { timeMs: 5, stateHash: engine.stateHash() }]]));
});
