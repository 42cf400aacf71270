/** How the repository's commands read their calls; plain Node, since some run before anything is installed. */
import { parseArgs } from 'node:util';

/** Ends the process with what is wrong with its call. */
export function refuseCall(problem, usage) {
  console.error(`${problem}\n\n${usage}`);
  process.exit(1);
}

/** What `parseArgs` gives. `--help` prints the usage, an unknown option is refused by name; both end the process. */
export function readCommandLine(usage, config) {
  let call;
  try {
    call = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean' } } });
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    refuseCall(error.message, usage);
  }
  if (call.values.help) {
    console.log(usage);
    process.exit(0);
  }
  return call;
}
