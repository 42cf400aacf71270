/** `npm run recordings`: makes recordings of the simulated exchanges, for backtests and replays on a machine that has no others. */
import { relative } from 'node:path';
import { madeFolder } from './recordings/made-folder.ts';
import { makeRecordings } from './recordings/make-recordings.ts';

const wasMade = await makeRecordings();
console.log(`recordings: ${wasMade ? 'made' : 'made before'}, in ${relative(process.cwd(), madeFolder)}`);
