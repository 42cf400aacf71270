import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import type { PackageView } from '../../schemas/wire/package.ts';
import { type ChosenPackage, readPackage } from './chosen-package.ts';

/** Packages that are installed, and the file that is about to be. */
export class PackagesStore {
  readonly #api: Api;
  readonly #notices: Notices;
  readonly #onChange: () => void;
  packages: readonly PackageView[] = [];
  loading = true;
  failed = false;
  chosen: ChosenPackage | null = null;
  /** Name of a chosen file that is no package. */
  unreadable: string | null = null;
  /** Why the server refused the chosen file. */
  refusal: AppError | null = null;
  busy = false;

  /** `onChange` is called when plugins have come or gone. */
  constructor(api: Api, notices: Notices, onChange: () => void) {
    this.#api = api;
    this.#notices = notices;
    this.#onChange = onChange;
    makeAutoObservable(this, { packages: observableRef, chosen: observableRef, refusal: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('adminPackages', {});
    runInAction(() => {
      this.loading = false;
      this.failed = !reply.ok;
      if (reply.ok) this.packages = reply.value;
    });
  }

  choose(name: string, text: string): void {
    this.chosen = readPackage(text, this.packages);
    this.unreadable = this.chosen === null ? name : null;
    this.refusal = null;
  }

  discard(): void {
    this.chosen = null;
    this.unreadable = null;
    this.refusal = null;
  }

  /** Installs the chosen file, or updates what it replaces. True when the server took it. */
  async install(): Promise<boolean> {
    const { chosen } = this;
    if (chosen === null) return false;
    const route = chosen.replaces === null ? 'adminPackageInstall' : 'adminPackageUpdate';
    const reply = await this.#change(() => this.#api.call(route, { body: chosen.sent }));
    runInAction(() => {
      if (reply.ok) this.discard();
      else this.refusal = reply.error;
    });
    return reply.ok;
  }

  async turn(plugin: string, enabled: boolean): Promise<boolean> {
    return this.#told(await this.#change(() => this.#api.call('adminPackageSwitch', { body: { plugin, enabled } })));
  }

  async remove(plugin: string): Promise<boolean> {
    return this.#told(await this.#change(() => this.#api.call('adminPackageRemove', { body: { plugin } })));
  }

  #told(reply: Outcome<unknown>): boolean {
    if (!reply.ok) this.#notices.error(reply.error);
    return reply.ok;
  }

  async #change<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    this.busy = true;
    const reply = await call();
    await this.load();
    runInAction(() => {
      this.busy = false;
    });
    if (reply.ok) this.#onChange();
    return reply;
  }
}
