import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';
import { letterText } from './letter-text.ts';

interface InstanceNewsParts {
  readonly strategies: Pick<InstanceService, 'onChange' | 'stoppedBy'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Messages of instances that ended by themselves, failed or were stopped by the house: once each, to their owners, after it is written. Of what he has stopped himself
 * nobody is told, and of what risk has stopped its own message says why.
 */
export class InstanceNews {
  readonly #parts: InstanceNewsParts;
  /** Ended, and told of or not to be told of, while something of it is still under way. */
  readonly #known = new Set<string>();
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: InstanceNewsParts) {
    this.#parts = parts;
  }

  /** The disposer waits until what has been heard is written. */
  start(): Disposer {
    const stop = this.#parts.strategies.onChange((record) => this.#heard(record));
    return async () => {
      await stop();
      await this.#sending;
    };
  }

  #heard(record: InstanceRecord): void {
    const { instanceId, status, settled } = record;
    if (status !== 'STOPPED' && status !== 'INTERRUPTED') return;
    const isNew = !this.#known.has(instanceId);
    if (settled) this.#known.delete(instanceId);
    else this.#known.add(instanceId);
    const message = isNew ? messageOf(record, this.#parts.strategies.stoppedBy(instanceId)) : null;
    if (message === null) return;
    this.#sending = this.#sending.then(() => this.#send(message));
  }

  async #send(message: UserMessage): Promise<void> {
    try {
      await this.#parts.messages.send(message);
    } catch (error) {
      this.#parts.logger.error({ err: error, refersTo: message.refersTo }, 'a user could not be told that a strategy instance has ended');
    }
  }
}

function messageOf(record: InstanceRecord, stoppedBy: ReturnType<InstanceService['stoppedBy']>): UserMessage | null {
  const { instanceId, userId, name, status, cause, stoppedMs } = record;
  const isFailed = status === 'INTERRUPTED';
  if (!isFailed && (stoppedBy === 'OWNER' || stoppedBy === 'RISK')) return null;
  const end = isFailed ? 'failed' : stoppedBy === 'HOUSE' ? 'stopped' : 'ended';
  return {
    ...{ userId, kind: 'system', about: 'strategy', timeMs: stoppedMs ?? 0, refersTo: `instance ${instanceId}` },
    title: letterText(`instance.${end}`, { name }),
    body: letterText(`instance.${end}.why`, { cause: cause ?? '' }),
  };
}
