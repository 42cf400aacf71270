import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../../core/contract/app-error.ts';
import type { Api } from '../../../core/contract/client-services.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { type Language, languages } from '../../../core/domain/language.ts';
import type { InvitationView, SentInvitationView } from '../../../schemas/wire/invitation.ts';

/** Invitations that nobody has accepted or revoked; all of them are here, so that narrowing them asks nobody. */
export class InvitationsStore {
  readonly #api: Pick<Api, 'call'>;
  items: readonly InvitationView[] = [];
  channels: SentInvitationView['channels'] = { mail: false, sms: false };
  /** That the firm speaks. */
  languages: readonly Language[] = languages;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  search = '';
  role: Role | undefined = undefined;
  private begun = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable<this, 'begun'>(
      this,
      { items: observableRef, channels: observableRef, languages: observableRef, begun: false },
      { autoBind: true },
    );
  }

  /** An answer that comes when a later question was asked is of no interest any more. What is shown stays when a later reading fails. */
  async load(): Promise<void> {
    const round = ++this.begun;
    const reply = await this.#api.call('invitationList', {});
    if (round !== this.begun) return;
    runInAction(() => {
      if (reply.ok) {
        this.items = reply.value.results;
        this.channels = reply.value.channels;
        this.languages = reply.value.languages;
      }
      if (reply.ok || this.state === 'loading') this.state = reply.ok ? 'ready' : 'failed';
    });
  }

  get shown(): readonly InvitationView[] {
    const words = this.search.trim().toLowerCase();
    const isMeant = ({ address, invited_by, role }: InvitationView): boolean =>
      `${address} ${invited_by}`.toLowerCase().includes(words) && (this.role === undefined || role === this.role);
    return this.items.filter(isMeant);
  }

  get isNarrowed(): boolean {
    return this.search.trim() !== '' || this.role !== undefined;
  }

  narrow({ search = this.search, ...change }: { readonly search?: string; readonly role?: Role | undefined }): void {
    this.search = search;
    if ('role' in change) this.role = change.role;
  }

  /** The open one of an address, which another would take the place of. */
  at(address: string): InvitationView | null {
    return this.items.find((one) => one.address.toLowerCase() === address.toLowerCase()) ?? null;
  }

  async resend({ invitation_id }: InvitationView, reason: string): Promise<Outcome<SentInvitationView>> {
    const reply = await this.#api.call('invitationResend', { body: { invitation_id, reason } });
    void this.load();
    return reply;
  }

  async revoke({ invitation_id }: InvitationView, reason: string): Promise<Outcome<null>> {
    const reply = await this.#api.call('invitationRevoke', { body: { invitation_id, reason } });
    void this.load();
    return reply;
  }
}
