import gt from 'semver/functions/gt.js';
import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Language } from '../../core/domain/language.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { Kernel, ManifestValidator } from '../../core/kernel/index.ts';
import {
  type ClientPackage,
  maxPackages,
  type PackageExam,
  type PackageGrant,
  type PackageView,
  type PluginPackage,
  type SentPackage,
} from '../../schemas/wire/package.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { StrategySchemas } from '../runtime/instances/try-origin.ts';
import type { StrategyOrigin } from '../runtime/worker/worker-protocol.ts';
import type { PackageRecord } from '../store/plugins/package-store.ts';
import type { Store } from '../store/store.ts';
import { type CheckedPackage, checkPackage } from './package-check.ts';
import { mediaTypeOf } from './package-files.ts';
import { asksOf, beyond, covers, isWhole, nothingGranted } from './package-grant.ts';
import type { PackageKeyService } from './package-key-service.ts';
import { asksOfPackage, clientPackage, type InstalledPackage, mayRun, packageView, sourceOf } from './package-views.ts';

export interface PackageServiceParts {
  readonly store: Pick<Store, 'packages' | 'transaction'>;
  readonly kernel: Pick<Kernel, 'install' | 'remove' | 'plugin'>;
  readonly strategies: Pick<InstanceService, 'tryOrigin' | 'runningOf' | 'adopt'>;
  readonly validator: ManifestValidator;
  readonly keys: Pick<PackageKeyService, 'signer' | 'signerOf'>;
  /** What roles have may have changed: open clients are to be told. */
  readonly onChange: () => void;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
}

interface PackageAsset {
  readonly text: string;
  readonly mediaType: string;
}

/** What an update goes on with: a grant is to an author, and whoever signed the former version is asked about no more than before. */
const grantedTo = ({ signature }: PluginPackage, former: InstalledPackage | undefined): PackageGrant =>
  former !== undefined && former.publicKey === (signature?.public_key ?? null) ? former.granted : nothingGranted;

/** What an admin does to a package, as the audit log calls it. */
type Deed = 'installed' | 'updated' | 'granted' | 'enabled' | 'disabled' | 'removed';

/**
 * The plugins from outside the build. Each is one row of the database, written together with the audit log's; what stands in
 * memory is made from it. Nothing is ever unpacked to a disk.
 */
export class PackageService {
  readonly #parts: PackageServiceParts;
  readonly #installed = new Map<string, InstalledPackage>();
  /** Changes run one after the other. */
  readonly #turns = new Turns();

  private constructor(parts: PackageServiceParts) {
    this.#parts = parts;
  }

  /**
   * Brings up what is installed and enabled. A package that does not come up is shown as failed, one that does not even pass the
   * check any more is only logged; neither stops anything.
   */
  static async open(parts: PackageServiceParts): Promise<PackageService> {
    const service = new PackageService(parts);
    for (const record of await parts.store.packages.all()) await service.#restore(record);
    return service;
  }

  /** Where a package's strategies come from; null for a plugin that is none. Disabled ones' instances run on. */
  origin(id: string): StrategyOrigin | null {
    const code = this.#installed.get(id)?.files.get('strategy.js');
    return code === undefined ? null : { moduleUrl: null, code };
  }

  /** Its texts, as its file has them; null for a plugin that is no package. */
  texts(id: string, language: Language): string | null {
    return this.#installed.get(id)?.files.get(`locales/${language}.json`) ?? null;
  }

  /** What a browser needs of an enabled package. */
  client(id: string): ClientPackage | null {
    const installed = this.#serving(id);
    return installed === null ? null : clientPackage(installed);
  }

  /** A file for browsers of the installed version, while it is enabled. */
  asset(id: string, hash: string, path: string): PackageAsset | null {
    const installed = this.#serving(id);
    const text = installed?.hash === hash ? installed.files.get(path) : undefined;
    const mediaType = mediaTypeOf(path);
    return text === undefined || mediaType === null ? null : { text, mediaType };
  }

  list(): readonly PackageView[] {
    return [...this.#installed.values()].map((installed) => this.#view(installed)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What a package is and asks for, without a change. Refused where it could be neither installed nor take the place of what is there. */
  examine(principal: Principal, sent: PluginPackage): Promise<Outcome<PackageExam>> {
    return this.#asAdmin(principal, async () => {
      const checked = checkPackage(sent, this.#parts.validator);
      if (!checked.ok) return checked;
      const signer = this.#parts.keys.signerOf(sent);
      if (!signer.ok) return signer;
      const { id, version } = checked.value.manifest;
      const former = this.#installed.get(id);
      const problem = former?.hash === checked.value.hash ? null : this.#placeProblem(checked.value, former);
      if (problem !== null) return denied(problem);
      const asks = asksOfPackage(checked.value);
      const granted = grantedTo(sent, former);
      return accepted({ id, version, signer: signer.value, asks, asks_more: beyond(asks, granted) });
    });
  }

  install(principal: Principal, sent: SentPackage): Promise<Outcome<PackageView>> {
    return this.#asAdmin(principal, async (userId) => {
      const checked = this.#admitted(sent);
      if (!checked.ok) return checked;
      const { id } = checked.value.manifest;
      if (this.#installed.has(id)) return refused('PACKAGE_DUPLICATE', { plugin: id });
      const problem = this.#placeProblem(checked.value, undefined);
      if (problem !== null) return denied(problem);
      const granted = this.#grantOf(checked.value, sent, nothingGranted);
      if (!granted.ok) return granted;
      const candidate = await this.#tried(checked.value, userId, true, granted.value, sent.package);
      return candidate.ok ? this.#bringUp(candidate.value, null, sent.package) : candidate;
    });
  }

  /** One that asks for more than was granted, and is sent without the grant, takes the place of the former and stays off. */
  update(principal: Principal, sent: SentPackage): Promise<Outcome<PackageView>> {
    return this.#asAdmin(principal, async (userId) => {
      const checked = this.#admitted(sent);
      if (!checked.ok) return checked;
      const { id } = checked.value.manifest;
      const former = this.#installed.get(id);
      if (former === undefined) return refused('PACKAGE_UNKNOWN', { plugin: id });
      const problem = this.#placeProblem(checked.value, former);
      if (problem !== null) return denied(problem);
      const granted = this.#grantOf(checked.value, sent, grantedTo(sent.package, former));
      if (!granted.ok) return granted;
      const candidate = await this.#tried(checked.value, userId, former.isEnabled, granted.value, sent.package);
      return candidate.ok ? this.#bringUp(candidate.value, former, sent.package) : candidate;
    });
  }

  /** Grants all that the installed version asks for. */
  grant(principal: Principal, id: string, granted: PackageGrant): Promise<Outcome<PackageView>> {
    return this.#asAdmin(principal, async (userId) => {
      const installed = this.#installed.get(id);
      if (installed === undefined) return refused('PACKAGE_UNKNOWN', { plugin: id });
      if (!isWhole(granted, asksOfPackage(installed))) return refused('PACKAGE_GRANT', { plugin: id });
      const changed = { ...installed, granted, failure: null };
      const problem = mayRun(changed) ? await this.#start(changed) : null;
      if (problem !== null) return refused('PACKAGE_INVALID', { field: 'plugin.json', rule: problem });
      await this.#write(userId, 'granted', installed, changed, (packages) => packages.setGranted(id, granted)).catch(
        this.#undo(id, installed),
      );
      return this.#settle(changed);
    });
  }

  switch(principal: Principal, id: string, isEnabled: boolean): Promise<Outcome<PackageView>> {
    return this.#asAdmin(principal, async (userId) => {
      const installed = this.#installed.get(id);
      if (installed === undefined) return refused('PACKAGE_UNKNOWN', { plugin: id });
      const changed = { ...installed, isEnabled, failure: null };
      const problem = mayRun(changed) ? await this.#start(changed) : null;
      if (problem !== null) return refused('PACKAGE_INVALID', { field: 'plugin.json', rule: problem });
      const deed = isEnabled ? 'enabled' : 'disabled';
      await this.#write(userId, deed, installed, changed, (packages) => packages.setEnabled(id, isEnabled)).catch(
        this.#undo(id, installed),
      );
      if (!isEnabled) await this.#parts.kernel.remove(id);
      return this.#settle(changed);
    });
  }

  /** Refused while instances run: they could not be taken up again after a restart. */
  remove(principal: Principal, id: string): Promise<Outcome<null>> {
    return this.#asAdmin(principal, async (userId) => {
      const installed = this.#installed.get(id);
      if (installed === undefined) return refused('PACKAGE_UNKNOWN', { plugin: id });
      const count = this.#parts.strategies.runningOf(id).length;
      if (count > 0) return refused('PACKAGE_RUNNING', { plugin: id, count });
      await this.#write(userId, 'removed', installed, null, (packages) => packages.delete(id));
      await this.#parts.kernel.remove(id);
      this.#installed.delete(id);
      this.#parts.onChange();
      return accepted(null);
    });
  }

  /** In order, and signed with a trusted key or accepted as this one file. */
  #admitted({ package: sent, accept_untrusted = false }: SentPackage): Outcome<CheckedPackage> {
    const checked = checkPackage(sent, this.#parts.validator);
    if (!checked.ok) return checked;
    const signer = this.#parts.keys.signerOf(sent);
    if (!signer.ok) return signer;
    if (accept_untrusted || (signer.value !== null && signer.value.name !== null)) return checked;
    return signer.value === null ? refused('PACKAGE_UNSIGNED') : refused('PACKAGE_UNTRUSTED', { key: signer.value.public_key });
  }

  /** Why it cannot be new here, or take the place of `former`; null: it can. */
  #placeProblem({ manifest: { id, version } }: CheckedPackage, former: InstalledPackage | undefined): AppError | null {
    if (former !== undefined) {
      const has = former.manifest.version;
      return gt(version, has) ? null : new AppError('PACKAGE_NOT_NEWER', { plugin: id, version: has });
    }
    if (this.#parts.kernel.plugin(id) !== null) return new AppError('PACKAGE_DUPLICATE', { plugin: id });
    return this.#installed.size >= maxPackages ? new AppError('PACKAGE_TOO_MANY', { limit: maxPackages }) : null;
  }

  /** What the package is granted from now on. A grant is of all that was looked at; without one the former grant stays. */
  #grantOf(checked: CheckedPackage, { grant }: SentPackage, former: PackageGrant): Outcome<PackageGrant> {
    const asks = asksOfPackage(checked);
    if (grant === undefined) return accepted(covers(former, asks) ? asks : former);
    return isWhole(grant, asks) ? accepted(asks) : refused('PACKAGE_GRANT', { plugin: checked.manifest.id });
  }

  /** The package with its code tried, without touching what runs. */
  async #tried(
    checked: CheckedPackage,
    installedBy: string,
    isEnabled: boolean,
    granted: PackageGrant,
    { signature }: PluginPackage,
  ): Promise<Outcome<InstalledPackage>> {
    const schemas = await this.#schemas(checked.manifest.id, checked.files);
    if (!schemas.ok) return schemas;
    const installedMs = this.#parts.clock.nowMs();
    const publicKey = signature?.public_key ?? null;
    return accepted({ ...checked, schemas: schemas.value, isEnabled, publicKey, granted, failure: null, installedBy, installedMs });
  }

  /** Runs the strategies' code in its isolation for the first time. */
  async #schemas(id: string, files: ReadonlyMap<string, string>): Promise<Outcome<StrategySchemas>> {
    const code = files.get('strategy.js');
    return code === undefined ? accepted({}) : this.#parts.strategies.tryOrigin(id, { moduleUrl: null, code });
  }

  async #bringUp(installed: InstalledPackage, former: InstalledPackage | null, sent: PluginPackage): Promise<Outcome<PackageView>> {
    const { manifest, hash, isEnabled, granted, installedBy, installedMs } = installed;
    const problem = mayRun(installed) ? await this.#start(installed) : null;
    if (problem !== null) return refused('PACKAGE_INVALID', { field: 'plugin.json', rule: problem });
    const { id, version } = manifest;
    const record: PackageRecord = { id, version, hash, content: JSON.stringify(sent), isEnabled, granted, installedBy, installedMs };
    const deed = former === null ? 'installed' : 'updated';
    await this.#write(installedBy, deed, former, installed, (packages) => packages.save(record)).catch(this.#undo(id, former));
    if (!mayRun(installed)) await this.#parts.kernel.remove(id);
    const view = this.#settle(installed);
    await this.#parts.strategies.adopt(id);
    return view;
  }

  /** In the kernel, or why not. */
  async #start(installed: InstalledPackage): Promise<string | null> {
    const problems = await this.#parts.kernel.install(sourceOf(installed));
    return problems.length === 0 ? null : problems.join('; ').slice(0, 300);
  }

  /** What was not written is not in the kernel either. */
  #undo(id: string, former: InstalledPackage | null) {
    return async (error: unknown): Promise<never> => {
      if (former !== null && mayRun(former)) await this.#start(former);
      else await this.#parts.kernel.remove(id);
      throw error;
    };
  }

  #settle(installed: InstalledPackage): Outcome<PackageView> {
    this.#installed.set(installed.manifest.id, installed);
    this.#parts.onChange();
    return accepted(this.#view(installed));
  }

  async #restore({ id, content, isEnabled, granted, installedBy, installedMs }: PackageRecord): Promise<void> {
    const sent = JSON.parse(content) as PluginPackage;
    const checked = checkPackage(sent, this.#parts.validator);
    if (!checked.ok) {
      this.#parts.logger.error({ err: checked.error, package: id }, 'a package cannot be used any more');
      return;
    }
    // From before grants were kept: whom it was there for it is there for, but its code in browsers waits.
    const kept = granted ?? asksOf(checked.value.manifest, false);
    const publicKey = sent.signature?.public_key ?? null;
    const base = { ...checked.value, isEnabled, publicKey, granted: kept, installedBy, installedMs };
    const schemas = await this.#schemas(id, checked.value.files);
    const installed: InstalledPackage = schemas.ok
      ? { ...base, schemas: schemas.value, failure: null }
      : { ...base, schemas: {}, failure: schemas.error.message };
    const failure = installed.failure ?? (mayRun(installed) ? await this.#start(installed) : null);
    if (failure !== null) this.#parts.logger.error({ package: id, failure }, 'a package did not come up');
    this.#installed.set(id, { ...installed, failure });
  }

  async #write(
    actor: string,
    deed: Deed,
    before: InstalledPackage | null,
    after: InstalledPackage | null,
    write: (packages: Store['packages']) => Promise<void>,
  ): Promise<void> {
    const told = (one: InstalledPackage | null) =>
      one === null
        ? null
        : {
            version: one.manifest.version,
            hash: one.hash,
            enabled: one.isEnabled,
            granted: one.granted,
            signer: this.#parts.keys.signer(one.publicKey),
          };
    const id = (after ?? before)?.manifest.id ?? '';
    await this.#parts.store.transaction(async ({ packages, audit }) => {
      await write(packages);
      await audit.append({
        timeMs: this.#parts.clock.nowMs(),
        actor,
        action: `package.${deed}`,
        subject: `package/${id}`,
        before: told(before),
        after: told(after),
      });
    });
  }

  /** Null while it is switched off, waits or has failed: nothing of it reaches a browser. */
  #serving(id: string): InstalledPackage | null {
    const installed = this.#installed.get(id);
    return installed === undefined || !mayRun(installed) || installed.failure !== null ? null : installed;
  }

  #view(installed: InstalledPackage): PackageView {
    const signer = this.#parts.keys.signer(installed.publicKey);
    return packageView(installed, this.#parts.strategies.runningOf(installed.manifest.id).length, signer);
  }

  #asAdmin<T>({ role, userId }: Principal, work: (userId: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (role !== 'admin' || userId === null) return Promise.resolve(refused('ACCESS_ROLE'));
    return this.#turns.take(() => work(userId));
  }
}
