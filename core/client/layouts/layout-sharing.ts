import type { AppError, Outcome } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import type { Role } from '../../domain/accounts/role.ts';
import type { LayoutStore } from './layout-store.ts';
import type { OpenLayout } from './open-layout.ts';
import type { SharedLayout } from './saved-layout.ts';

/** An admin's hand on what roles are given. */
export class LayoutSharing {
  readonly #api: Api;
  readonly #store: LayoutStore;
  readonly #onFailure: (error: AppError) => void;

  constructor(api: Api, store: LayoutStore, onFailure: (error: AppError) => void) {
    this.#api = api;
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** The role's layout of this name; null when it has none. Observable. */
  sharedAs(layout: OpenLayout, role: Role): SharedLayout | null {
    return this.#store.shared.find((one) => one.role === role && one.name === layout.name) ?? null;
  }

  /** Gives the role a copy of what the workspace is now, in place of an earlier one of the same name. */
  async share(layout: OpenLayout, role: Role): Promise<boolean> {
    await layout.flush();
    if (layout.ownId === null) return false;
    return this.#settle(await this.#api.call('adminLayoutShare', { body: { id: layout.ownId, role } }));
  }

  async unshare(shared: SharedLayout): Promise<boolean> {
    return this.#settle(await this.#api.call('adminLayoutUnshare', { body: { id: shared.id } }));
  }

  /** What people of the role start with, and what a reset goes back to. */
  async setDefault(role: Role, shared: SharedLayout | null): Promise<boolean> {
    return this.#settle(await this.#api.call('adminLayoutDefault', { body: { role, id: shared?.id ?? null } }));
  }

  async #settle(done: Outcome<unknown>): Promise<boolean> {
    if (!done.ok) {
      this.#onFailure(done.error);
      return false;
    }
    const list = await this.#api.call('layoutList', {});
    if (list.ok) this.#store.setShared(list.value.shared);
    return true;
  }
}
