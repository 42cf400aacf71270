import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentEdition } from '../server/engine/edition.ts';
import { stream } from '../tests/engine/random-stream.ts';
import { goldenCommands, writeGoldenVenue } from '../tests/kit/golden-venue.ts';

/** Writes the golden venue of the present edition, once: the folder must not exist yet. `tests/golden/README.md` says what for. */
const seed = 15;
const folder = join(import.meta.dirname, '..', 'tests', 'golden', `edition-${currentEdition}`);

await mkdir(folder);
const venue = await writeGoldenVenue(
  folder,
  stream(seed, goldenCommands, () => undefined),
);
await writeFile(join(folder, 'venue.json'), `${JSON.stringify(venue, null, 2)}\n`);
