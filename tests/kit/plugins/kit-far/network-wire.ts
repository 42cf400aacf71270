import { createHmac } from 'node:crypto';
import type { AccountKeys } from '../../../../core/contract/account-keys.ts';
import { type AppError, accepted, type Outcome, refused } from '../../../../core/contract/app-error.ts';
import type { Network, NetworkSocket } from '../../../../core/contract/network.ts';
import type { Secrets } from '../../../../core/contract/secrets.ts';
import type { FarAnswer, FarArguments, FarCallName, FarResult, FarWire, FeedFrame } from '../../venues/far-calls.ts';

const secretName = 'key';

/** The way to an exchange elsewhere over the network, with the key that it gave once and that is kept as a secret. */
export class NetworkWire implements FarWire {
  readonly #host: string;
  readonly #network: Network;
  readonly #key: string;
  #socket: NetworkSocket | null = null;

  private constructor(host: string, network: Network, key: string) {
    this.#host = host;
    this.#network = network;
    this.#key = key;
  }

  static async open(host: string, network: Network, secrets: Secrets): Promise<NetworkWire> {
    const kept = await secrets.get(secretName);
    if (kept !== null) return new NetworkWire(host, network, kept);
    const { text } = await network.fetch(`http://${host}/sign-up`, { method: 'POST' });
    const { key } = JSON.parse(text) as { readonly key: string };
    await secrets.keep(secretName, key);
    return new NetworkWire(host, network, key);
  }

  async ask<K extends FarCallName>(name: K, ...args: FarArguments<K>): Promise<FarAnswer<FarResult<K>>> {
    const headers = { 'x-key': this.#key };
    const body = JSON.stringify({ name, args });
    const { status, text } = await this.#network.fetch(`http://${this.#host}/call`, { method: 'POST', headers, body, timeoutMs: 2_000 });
    if (status !== 200) throw new Error(`the exchange answered ${status}`);
    const { answer, frame } = JSON.parse(text) as FarAnswer<FarResult<K>>;
    return { answer: isRefusal(answer) ? (refused(answer.error.code, answer.error.params) as FarResult<K>) : answer, frame };
  }

  /** Whether the exchange knows somebody's keys: he signs a question that it gives. */
  async check({ apiKey, secretKey, passphrase }: AccountKeys): Promise<Outcome<void>> {
    try {
      const body = JSON.stringify({ apiKey, passphrase, signature: createHmac('sha256', secretKey).update(apiKey).digest('hex') });
      const { status } = await this.#network.fetch(`http://${this.#host}/whose`, { method: 'POST', body, timeoutMs: 2_000 });
      return status === 200 ? accepted(undefined) : refused('ACCOUNT_KEYS_WRONG');
    } catch {
      return refused('VENUE_UNAVAILABLE', { exchange: 'aurora' });
    }
  }

  listen(onFrame: (frame: FeedFrame) => void, onLost: (reason: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const listener = {
        opened: resolve,
        message: (text: string) => onFrame(JSON.parse(text) as FeedFrame),
        ended: (reason: string) => {
          reject(new Error(reason));
          onLost(reason);
        },
      };
      this.#socket = this.#network.connect(`ws://${this.#host}/feed`, listener, { headers: { 'x-key': this.#key } });
    });
  }

  close(): void {
    this.#socket?.close();
  }
}

const isRefusal = (answer: unknown): answer is { readonly error: AppError } =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false;
