import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import type { PackageExam, PackageKeyView, PackageView } from '../../schemas/wire/package.ts';
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
  /** What the server says of the chosen file; null until it has. */
  exam: PackageExam | null = null;
  /** The chosen file is taken although no trusted key has signed it. */
  accepts = false;
  keys: readonly PackageKeyView[] = [];
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
    makeAutoObservable(
      this,
      { packages: observableRef, chosen: observableRef, exam: observableRef, refusal: observableRef, keys: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    const [reply, keys] = await Promise.all([this.#api.call('adminPackages', {}), this.#api.call('adminPackageKeys', {})]);
    runInAction(() => {
      this.loading = false;
      this.failed = !reply.ok || !keys.ok;
      if (reply.ok) this.packages = reply.value;
      if (keys.ok) this.keys = keys.value;
    });
  }

  /** True when the chosen file can be installed: the server has looked at it, and a trusted key has signed it or it is accepted. */
  get isReady(): boolean {
    return this.exam !== null && (this.isTrusted || this.accepts);
  }

  get isTrusted(): boolean {
    return this.exam !== null && this.exam.signer !== null && this.exam.signer.name !== null;
  }

  async choose(name: string, text: string): Promise<void> {
    this.discard();
    this.chosen = readPackage(text, this.packages);
    this.unreadable = this.chosen === null ? name : null;
    await this.examine();
  }

  async examine(): Promise<void> {
    const { chosen } = this;
    if (chosen === null) return;
    const exam = await this.#api.call('adminPackageExamine', { body: chosen.sent });
    runInAction(() => {
      if (this.chosen !== chosen) return;
      this.exam = exam.ok ? exam.value : null;
      this.refusal = exam.ok ? null : exam.error;
    });
  }

  accept(accepts: boolean): void {
    this.accepts = accepts;
  }

  discard(): void {
    this.chosen = null;
    this.exam = null;
    this.accepts = false;
    this.unreadable = null;
    this.refusal = null;
  }

  /** Installs the chosen file, or updates what it replaces. True when the server took it. */
  async install(): Promise<boolean> {
    const { chosen, exam, accepts } = this;
    if (chosen === null || exam === null) return false;
    const route = chosen.replaces === null ? 'adminPackageInstall' : 'adminPackageUpdate';
    const reply = await this.#change(() =>
      this.#api.call(route, { body: { package: chosen.sent, grant: exam.asks, accept_untrusted: accepts } }),
    );
    runInAction(() => {
      if (reply.ok) this.discard();
      else this.refusal = reply.error;
    });
    return reply.ok;
  }

  /** Grants an installed package what is shown that it asks for; the server refuses when that has changed. */
  async grant({ id, asks }: PackageView): Promise<boolean> {
    return this.#told(await this.#change(() => this.#api.call('adminPackageGrant', { body: { plugin: id, grant: asks } })));
  }

  async trust(name: string, publicKey: string): Promise<boolean> {
    return this.#withKeys(await this.#api.call('adminPackageKeyAdd', { body: { name, public_key: publicKey } }));
  }

  async distrust(publicKey: string): Promise<boolean> {
    return this.#withKeys(await this.#api.call('adminPackageKeyRemove', { body: { public_key: publicKey } }));
  }

  async turn(plugin: string, enabled: boolean): Promise<boolean> {
    return this.#told(await this.#change(() => this.#api.call('adminPackageSwitch', { body: { plugin, enabled } })));
  }

  async remove(plugin: string): Promise<boolean> {
    return this.#told(await this.#change(() => this.#api.call('adminPackageRemove', { body: { plugin } })));
  }

  /** A key changes who is trusted, also of what is installed and of the file that is looked at. */
  async #withKeys(reply: Outcome<unknown>): Promise<boolean> {
    if (!this.#told(reply)) return false;
    await Promise.all([this.load(), this.examine()]);
    return true;
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
