import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { NoticeWaysView } from '../../schemas/wire/notice.ts';
import { type BrowserAddress, endpointHere, forgetThisBrowser, type PushProblem, subscribeHere } from './browser-push.ts';
import type { Services } from './requires.ts';

/** What this browser can do. */
export interface Browser {
  endpointHere(): Promise<string | null>;
  subscribeHere(publicKey: string): Promise<BrowserAddress | PushProblem>;
  forgetThisBrowser(): Promise<void>;
}
const thisBrowser: Browser = { endpointHere, subscribeHere, forgetThisBrowser };

/** By which ways the person can be told, and whether this browser is one of them. */
export class NoticeWaysStore {
  readonly #api: Services['api'];
  readonly #browser: Browser;
  readonly #onError: (error: AppError) => void;
  ways: NoticeWaysView | null = null;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  /** Why this browser cannot be told. */
  problem: PushProblem | null = null;
  /** Where this browser takes messages; null: nowhere. */
  here: string | null = null;
  busy = false;

  constructor(api: Services['api'], onError: (error: AppError) => void, browser: Browser = thisBrowser) {
    this.#api = api;
    this.#onError = onError;
    this.#browser = browser;
    makeAutoObservable(this, { ways: observableRef }, { autoBind: true });
  }

  /** This browser is among the devices. */
  get isHereOn(): boolean {
    return this.ways?.devices.some(({ endpoint }) => endpoint === this.here) ?? false;
  }

  async load(): Promise<void> {
    const [reply, here] = await Promise.all([this.#api.call('noticeWays', {}), this.#browser.endpointHere()]);
    runInAction(() => {
      this.here = here;
      if (reply.ok) this.ways = reply.value;
      this.state = reply.ok ? 'ready' : 'failed';
    });
  }

  /** `name`: what the device is called in the list. */
  turnOn(name: string): Promise<void> {
    return this.#work(async () => {
      const address = await this.#browser.subscribeHere(this.ways?.push_key ?? '');
      runInAction(() => (this.problem = typeof address === 'string' ? address : null));
      if (typeof address === 'string') return;
      const added = await this.#api.call('noticeDeviceAdd', { body: { ...address, name } });
      if (!added.ok) this.#onError(added.error);
    });
  }

  remove(deviceId: string): Promise<void> {
    return this.#work(async () => {
      const device = this.ways?.devices.find(({ device_id: id }) => id === deviceId);
      if (device !== undefined && device.endpoint === this.here) await this.#browser.forgetThisBrowser();
      const removed = await this.#api.call('noticeDeviceRemove', { body: { device_id: deviceId } });
      if (!removed.ok) this.#onError(removed.error);
    });
  }

  tryOut(): Promise<void> {
    return this.#work(async () => {
      const tried = await this.#api.call('noticeTry', { body: {} });
      if (!tried.ok) this.#onError(tried.error);
    });
  }

  async #work(task: () => Promise<void>): Promise<void> {
    this.busy = true;
    await task();
    await this.load();
    runInAction(() => (this.busy = false));
  }
}
