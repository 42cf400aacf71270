import type { ParseArgsConfig, parseArgs } from 'node:util';

/** Ends the process with what is wrong with its call. */
export function refuseCall(problem: string, usage: string): never;

/** What `parseArgs` gives. `--help` prints the usage, an unknown option is refused by name; both end the process. */
export function readCommandLine<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>>;
