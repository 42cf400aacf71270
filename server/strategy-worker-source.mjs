// Loads the TypeScript worker when running from source: `--import tsx` does nothing inside a worker thread.
import { register } from 'tsx/esm/api';

register();
await import('./strategy-worker.ts');
