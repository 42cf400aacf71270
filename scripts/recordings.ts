/** `npm run recordings`: makes recordings of the simulated exchanges, for backtests and replays on a machine that has no others. */
import { relative } from 'node:path';
import { readCommandLine } from './kit/command-line.mjs';
import { madeFolder } from './recordings/made-folder.ts';
import { makeRecordings } from './recordings/make-recordings.ts';

const usage = `npm run recordings

Makes recordings of the simulated exchanges in ${relative(process.cwd(), madeFolder)}, unless they are there.`;
readCommandLine(usage, {});

const wasMade = await makeRecordings();
console.log(`recordings: ${wasMade ? 'made' : 'made before'}, in ${relative(process.cwd(), madeFolder)}`);
