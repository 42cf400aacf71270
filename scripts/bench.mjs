/** `npm run bench [name …]`: the benches, with the flags that the server runs with. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { requireNode, root } from './kit/prepare.mjs';
import { serverFlags } from './kit/server-flags.mjs';

requireNode();
process.chdir(root);
const flags = [...serverFlags(availableParallelism()), '--import', 'tsx'];
const { status } = spawnSync(process.execPath, [...flags, join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
