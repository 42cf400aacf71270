// A packed strategy in a process of its own, asked over its channel. Its first argument is the file of the script.
import { readFileSync } from 'node:fs';

const code = readFileSync(process.argv[2], 'utf8');
// biome-ignore lint/security/noGlobalEval: this process is one of the walls that are compared
const evaluate = eval;
const plugin = evaluate(`(() => { ${code}\n;return tesseraPlugin.plugin; })()`);
const [strategy] = Object.values(plugin.strategies);
let state = null;
process.on('message', ({ hook, context, event }) => {
  const step = strategy[hook]({ ...context, random: () => 0.5 }, ...(hook === 'start' ? [] : [state, event]));
  state = step.state;
  process.send(step);
});
process.send('ready');
