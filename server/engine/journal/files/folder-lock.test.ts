import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/engine/journal-kit.ts';
import { JournalLocked } from '../failures/journal-locked.ts';
import { openFileJournal } from './open-file-journal.ts';

test('A folder in use is refused by name, and is free again after closing', async () => {
  const folder = await temporaryFolder();
  const journal = await openFileJournal({ folder: folder.path });
  await expect(openFileJournal({ folder: folder.path })).rejects.toThrow(JournalLocked);
  await expect(openFileJournal({ folder: `${folder.path}/../${folder.path.split('/').at(-1)}` })).rejects.toThrow(folder.path);
  await journal.close();
  const again = await openFileJournal({ folder: folder.path });
  await again.close();
  await folder.remove();
});
