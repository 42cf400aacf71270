import type { InstanceStatus } from '../../../core/domain/instance-status.ts';
import type { FaultNotice, StepInput } from '../worker/worker-protocol.ts';

/** What people ask of an instance; answered once the step that does it is saved, or with why it is not done. */
export interface InstanceCommand {
  readonly input: Extract<StepInput, { type: 'start' | 'update' | 'stop' }>;
  readonly resolve: (fault: FaultNotice | null) => void;
}

/** Params that an instance has from the step on in which it takes a command. */
export const paramsAfter = ({ params }: { readonly params: unknown }, command: InstanceCommand | null): unknown =>
  command?.input.type === 'update' ? command.input.params : params;

const takenBack: FaultNotice = { hook: 'update', problem: 'it was taken back' };

/** Commands that wait for their step; at most one of them is an update. */
export class CommandQueue {
  readonly #onCommand: () => void;
  #commands: InstanceCommand[] = [];
  #isUpdating = false;
  #isUpdateCanceled = false;

  constructor(onCommand: () => void) {
    this.#onCommand = onCommand;
  }

  add(input: InstanceCommand['input']): Promise<FaultNotice | null> {
    if (input.type === 'update' && this.#isUpdateCanceled) return Promise.resolve(takenBack);
    return new Promise((resolve) => {
      this.#commands.push({ input, resolve });
      this.#onCommand();
    });
  }

  get isEmpty(): boolean {
    return this.#commands.length === 0;
  }

  /** The next command that fits the status; those that do not are answered at once. */
  take(status: InstanceStatus): InstanceCommand | null {
    for (let command = this.#commands.shift(); command !== undefined; command = this.#commands.shift()) {
      const { type } = command.input;
      if (status === 'PREPARING' ? type === 'start' : status === 'TRADING' && type !== 'start') return command;
      command.resolve({ hook: type, problem: `it is ${status}` });
    }
    return null;
  }

  /** Answers everything that waits. */
  clear(problem: string): void {
    for (const { input, resolve } of this.#commands.splice(0)) resolve({ hook: input.type, problem });
  }

  get isUpdating(): boolean {
    return this.#isUpdating;
  }

  /** Keeps other updates out until the returned function is called. */
  reserveUpdate(): () => void {
    this.#isUpdating = true;
    this.#isUpdateCanceled = false;
    return () => {
      this.#isUpdating = false;
    };
  }

  /** Takes back an update that no step has taken up yet; one that is already applied stays. */
  cancelUpdate(): void {
    this.#isUpdateCanceled = true;
    const at = this.#commands.findIndex(({ input }) => input.type === 'update');
    if (at >= 0) this.#commands.splice(at, 1)[0]?.resolve(takenBack);
  }
}
