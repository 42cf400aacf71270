import type { Principal } from '../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { Turns } from '../../core/domain/turns.ts';
import { maxPackageKeys, type PackageKeyView, type PackageSigner, type PluginPackage } from '../../schemas/wire/package.ts';
import type { PackageKeyRecord } from '../store/plugins/package-store.ts';
import type { Store } from '../store/store.ts';
import { isSigned, publicKeyOf } from './package-signature.ts';

interface PackageKeyServiceParts {
  readonly store: Pick<Store, 'packages' | 'transaction'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Public keys of authors whose packages are trusted, kept in the database with every change in the audit log. */
export class PackageKeyService {
  readonly #parts: PackageKeyServiceParts;
  readonly #turns = new Turns();
  #keys: readonly PackageKeyRecord[];

  private constructor(parts: PackageKeyServiceParts, keys: readonly PackageKeyRecord[]) {
    this.#parts = parts;
    this.#keys = keys;
  }

  static async open(parts: PackageKeyServiceParts): Promise<PackageKeyService> {
    return new PackageKeyService(parts, await parts.store.packages.keys());
  }

  list(): readonly PackageKeyView[] {
    return this.#keys.map(({ publicKey, name, addedBy, addedMs }) => ({
      public_key: publicKey,
      name,
      added_by: addedBy,
      add_time: addedMs,
    }));
  }

  signer(publicKey: string | null): PackageSigner | null {
    if (publicKey === null) return null;
    return { public_key: publicKey, name: this.#keys.find((key) => key.publicKey === publicKey)?.name ?? null };
  }

  /** Who signed a package; null: nobody. A signature that does not fit is refused whoever's it claims to be. */
  signerOf({ hash, signature }: PluginPackage): Outcome<PackageSigner | null> {
    if (signature === undefined) return accepted(null);
    return isSigned(hash, signature) ? accepted(this.signer(signature.public_key)) : refused('PACKAGE_SIGNATURE');
  }

  add(principal: Principal, name: string, publicKey: string): Promise<Outcome<PackageKeyView[]>> {
    return this.#asAdmin(principal, async (addedBy) => {
      if (publicKeyOf(publicKey) === null) return refused('PACKAGE_KEY');
      const known = this.#keys.find((key) => key.publicKey === publicKey);
      if (known !== undefined) return refused('PACKAGE_KEY_KNOWN', { name: known.name });
      if (this.#keys.length >= maxPackageKeys) return refused('PACKAGE_TOO_MANY_KEYS', { limit: maxPackageKeys });
      const key = { publicKey, name, addedBy, addedMs: this.#parts.clock.nowMs() };
      await this.#write(addedBy, 'trusted', key, (packages) => packages.addKey(key));
      this.#keys = [...this.#keys, key];
      return accepted([...this.list()]);
    });
  }

  remove(principal: Principal, publicKey: string): Promise<Outcome<PackageKeyView[]>> {
    return this.#asAdmin(principal, async (userId) => {
      const key = this.#keys.find((one) => one.publicKey === publicKey);
      if (key === undefined) return refused('PACKAGE_KEY_UNKNOWN');
      await this.#write(userId, 'distrusted', key, (packages) => packages.removeKey(publicKey));
      this.#keys = this.#keys.filter((one) => one !== key);
      return accepted([...this.list()]);
    });
  }

  async #write(
    actor: string,
    deed: 'trusted' | 'distrusted',
    { publicKey, name }: PackageKeyRecord,
    write: (packages: Store['packages']) => Promise<void>,
  ): Promise<void> {
    const told = { name, publicKey };
    await this.#parts.store.transaction(async ({ packages, audit }) => {
      await write(packages);
      await audit.append({
        timeMs: this.#parts.clock.nowMs(),
        actor,
        action: `package-key.${deed}`,
        subject: `package-key/${publicKey}`,
        before: deed === 'trusted' ? null : told,
        after: deed === 'trusted' ? told : null,
      });
    });
  }

  #asAdmin<T>({ role, userId }: Principal, work: (userId: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (role !== 'admin' || userId === null) return Promise.resolve(refused('ACCESS_ROLE'));
    return this.#turns.take(() => work(userId));
  }
}
