import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerReply, WorkerRequest, WorkerTask } from '../../server/runtime/worker/worker-protocol.ts';

/** A strategies' thread by hand: what it was sent, and its answers when the test gives them. */
export class FakeWorker extends EventEmitter {
  /** Tasks by message. */
  readonly batches: (readonly WorkerTask[])[] = [];

  postMessage(request: WorkerRequest): void {
    if (request.kind === 'work') this.batches.push(request.tasks);
  }

  reply(reply: WorkerReply): void {
    this.emit('message', reply);
  }

  answer(...answers: readonly WorkerAnswer[]): void {
    this.reply({ kind: 'answered', answers });
  }

  async terminate(): Promise<number> {
    return 0;
  }

  asWorker(): Worker {
    return this as unknown as Worker;
  }
}
