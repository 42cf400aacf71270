import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key that an installation has made for itself. */
export const masterKeyIn = (dataFolder: string): Buffer => Buffer.from(readFileSync(join(dataFolder, 'master.key'), 'utf8').trim(), 'hex');
