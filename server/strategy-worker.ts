import { parentPort } from 'node:worker_threads';
import { guardImports } from './plugins/guard-imports.ts';
import { strategyLoader } from './plugins/strategy-code.ts';
import { executors } from './runtime/executors/index.ts';
import { GuestEngine } from './runtime/isolated/guest-engine.ts';
import { IsolatedShelf } from './runtime/isolated/isolated-shelf.ts';
import { guardGlobals } from './runtime/worker/strategy-guard.ts';
import { StrategyRunner } from './runtime/worker/strategy-runner.ts';
import { type StrategyShelf, sharedShelf } from './runtime/worker/strategy-shelf.ts';
import type { UnderWay, WorkerAnswer, WorkerInput, WorkerReply, WorkerRequest, WorkerTask } from './runtime/worker/worker-protocol.ts';

/**
 * The entry file of a thread that runs the strategies of one plugin (dist/server/strategy-worker.js in a build). It has no
 * way to the world but its port.
 */
const port = parentPort;
if (port === null) throw new Error('the strategy thread has no parent');
/** Taken before strategies lose theirs. */
const steady = performance;
const reply = (message: WorkerReply): void => port.postMessage(message);

interface Running {
  readonly shelf: StrategyShelf;
  readonly runner: StrategyRunner;
  readonly underWay: UnderWay;
}

/** Answers wait this long for those that follow: one slow task holds nobody else's up. */
const answersWaitMs = 2;

let running: Running | null = null;

port.on('message', (request: WorkerRequest) => {
  if (request.kind === 'open') void open(request.input, request.underWay);
  else if (running === null) return;
  else if (request.kind === 'work') work(running, request.tasks);
  else running.runner.forget(request.instanceId);
});

/** What the thread is for is said once it has come up: it may have waited for that. */
async function open(input: WorkerInput, underWay: UnderWay): Promise<void> {
  try {
    const shelf = await shelfOf(input);
    const runner = new StrategyRunner({ shelf, executors, instruments: input.instruments, elapsedMs: () => steady.now() });
    running = { shelf, runner, underWay };
    reply({ kind: 'ready' });
  } catch (error) {
    reply({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
}

function work({ shelf, runner, underWay }: Running, tasks: readonly WorkerTask[]): void {
  if (!shelf.isSound()) return;
  let answers: WorkerAnswer[] = [];
  let waitsSinceMs = steady.now();
  for (const [at, task] of tasks.entries()) {
    Atomics.store(underWay, 0, at);
    answers.push(runner.answer(task));
    if (!shelf.isSound()) break;
    const nowMs = steady.now();
    if (nowMs - waitsSinceMs < answersWaitMs) continue;
    reply({ kind: 'answered', answers });
    answers = [];
    waitsSinceMs = nowMs;
  }
  if (answers.length > 0) reply({ kind: 'answered', answers });
  if (!shelf.isSound()) reply({ kind: 'unsound' });
}

async function shelfOf({ pluginId, moduleUrl, code }: WorkerInput): Promise<StrategyShelf> {
  if (code !== null) return new IsolatedShelf(await GuestEngine.start(), code, executors);
  // From source there is a folder to hold it to; what a build carries was checked before it was built.
  if (moduleUrl !== null) guardImports(moduleUrl);
  const load = await strategyLoader(pluginId, moduleUrl);
  guardGlobals();
  return sharedShelf(await load());
}
