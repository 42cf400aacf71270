// Loads the TypeScript file that is the first argument: `--import tsx` does nothing inside a thread.
import { register } from 'tsx/esm/api';

register();
// The file finds its own arguments where a build finds them.
const [source] = process.argv.splice(2, 1);
await import(source);
