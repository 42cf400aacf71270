/** `npm start [-- --demo]`: installs what is missing, builds what changed, runs the whole product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProduct, installPackages, requireNode, root } from './prepare.mjs';

requireNode();
process.chdir(root);
if (!installPackages()) process.exit(1);
if (!buildProduct()) process.exit(1);
process.env.NODE_ENV ??= 'production';
// In this process, so that signals reach the server directly.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
