import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../../core/contract/app-error.ts';
import type { Api } from '../../../core/contract/client-services.ts';
import type { PersonState } from '../../../core/contract/people.ts';
import { PagedList } from '../../../core/ui/index.ts';
import type { LeavingView } from '../../../schemas/wire/own-data.ts';
import type { HistoryLineView, PersonView } from '../../../schemas/wire/people.ts';
import {
  changesBetween,
  draftOf,
  draftProblems,
  emptyDraft,
  type PersonDraft,
  type PersonProblems,
  reasonProblem,
} from './person-draft.ts';

const historyPage = 20;

export interface PersonOptions {
  readonly nowMs: () => number;
  readonly timeZone: () => string;
  /** The person is another than before, and so is the list. */
  readonly onChange: () => void;
}

/** One person, what is typed to change him, and what was done with him. */
export class PersonStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #options: PersonOptions;
  readonly userId: string;
  person: PersonView | null = null;
  /** He has asked to leave; null: he stays, or nobody can say. */
  leaving: LeavingView | null = null;
  /** The person could not be read. */
  failure: AppError | null = null;
  /** What differs from the person as he was read: it outlives that he is read anew. */
  edits: Partial<PersonDraft> = {};
  reason = '';
  /** A save was tried: what is wrong is said from now on. */
  tried = false;
  refusal: AppError | null = null;
  saved = false;
  busy = false;
  history: PagedList<HistoryLineView>;

  constructor(userId: string, api: Pick<Api, 'call'>, options: PersonOptions) {
    this.userId = userId;
    this.#api = api;
    this.#options = options;
    this.history = this.historyPages();
    makeAutoObservable<this, 'historyPages'>(
      this,
      {
        userId: false,
        person: observableRef,
        leaving: observableRef,
        failure: observableRef,
        edits: observableRef,
        refusal: observableRef,
        history: observableRef,
        historyPages: false,
      },
      { autoBind: true },
    );
  }

  /** As he is, and over it what was typed. */
  get draft(): PersonDraft {
    return { ...this.before, ...this.edits };
  }

  get isEdited(): boolean {
    return Object.keys(this.change).length > 0;
  }

  get problems(): PersonProblems {
    return { ...draftProblems(this.draft, this.#options.nowMs(), this.#options.timeZone()), ...reasonProblem(this.reason) };
  }

  /** Somebody else has changed him since he was read. */
  get isOutdated(): boolean {
    return this.refusal?.code === 'PERSON_CHANGED';
  }

  /** Such a change ends his sessions. */
  get endsSessions(): boolean {
    const { role, vip_level, product, state } = this.change;
    return role !== undefined || vip_level !== undefined || product !== undefined || state !== undefined;
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('personGet', { query: { user_id: this.userId } });
    runInAction(() => {
      this.failure = reply.ok ? null : reply.error;
      if (reply.ok) this.person = reply.value;
    });
  }

  edit(change: Partial<PersonDraft>): void {
    this.edits = { ...this.edits, ...change };
    this.saved = false;
    this.refusal = null;
  }

  setReason(reason: string): void {
    this.reason = reason;
    this.saved = false;
  }

  revert(): void {
    this.edits = {};
    this.reason = '';
    this.tried = false;
    this.refusal = null;
  }

  /** Reads him as he is now; what was typed stays. */
  async loadAnew(): Promise<void> {
    await this.load();
    runInAction(() => (this.refusal = null));
  }

  async save(): Promise<boolean> {
    this.tried = true;
    if (this.busy || !this.isEdited || Object.keys(this.problems).length > 0) return false;
    const error = await this.changeTo(this.change, this.reason);
    runInAction(() => {
      this.refusal = error;
      if (error !== null) return;
      this.revert();
      this.saved = true;
    });
    return error === null;
  }

  /** Suspends him, or lets him in again. */
  async setState(state: PersonState, reason: string): Promise<AppError | null> {
    const error = await this.changeTo({ state }, reason);
    // Whoever wants it all the same confirms it of the person as he is now.
    if (error?.code === 'PERSON_CHANGED') await this.load();
    return error;
  }

  /** The new password, which is told here alone. */
  async newPassword(reason: string): Promise<Outcome<string>> {
    const reply = await this.#api.call('personPassword', { body: { user_id: this.userId, reason: reason.trim() } });
    if (!reply.ok) return reply;
    await this.readAgain();
    return { ok: true, value: reply.value.password };
  }

  async resetFactor(reason: string): Promise<AppError | null> {
    const reply = await this.#api.call('personFactorReset', { body: { user_id: this.userId, reason: reason.trim() } });
    await this.readAgain();
    return reply.ok ? null : reply.error;
  }

  async loadLeaving(): Promise<void> {
    const reply = await this.#api.call('personLeaving', { query: { user_id: this.userId } });
    runInAction(() => {
      this.leaving = reply.ok ? reply.value.leaving : null;
    });
  }

  /** Takes back that he leaves. */
  async keep(reason: string): Promise<AppError | null> {
    const reply = await this.#api.call('personKeep', { body: { user_id: this.userId, reason: reason.trim() } });
    await Promise.all([this.loadLeaving(), this.readAgain()]);
    return reply.ok ? null : reply.error;
  }

  /** All of them without a session. */
  async endSessions(reason: string, sessionId?: string): Promise<AppError | null> {
    const which = sessionId === undefined ? {} : { session_id: sessionId };
    const reply = await this.#api.call('personSessionsEnd', { body: { user_id: this.userId, ...which, reason: reason.trim() } });
    await this.readAgain();
    return reply.ok ? null : reply.error;
  }

  async addNote(body: string): Promise<AppError | null> {
    const reply = await this.#api.call('personNote', { body: { user_id: this.userId, body } });
    if (!reply.ok) return reply.error;
    this.take(reply.value);
    return null;
  }

  private get before(): PersonDraft {
    return this.person === null ? emptyDraft : draftOf(this.person, this.#options.timeZone());
  }

  private get change() {
    return changesBetween(this.before, this.draft, this.#options.timeZone());
  }

  private async changeTo(change: ReturnType<typeof changesBetween>, reason: string): Promise<AppError | null> {
    if (this.person === null) return null;
    this.busy = true;
    const body = { user_id: this.userId, version: this.person.version, ...change, reason: reason.trim() };
    const reply = await this.#api.call('personChange', { body });
    runInAction(() => (this.busy = false));
    if (!reply.ok) return reply.error;
    this.take(reply.value);
    return null;
  }

  private take(person: PersonView): void {
    this.person = person;
    this.renewHistory();
    this.#options.onChange();
  }

  private async readAgain(): Promise<void> {
    await this.load();
    this.renewHistory();
    this.#options.onChange();
  }

  /** Whoever looks at the history sees what was just done; nobody else asks for it. */
  private renewHistory(): void {
    const wasRead = this.history.state !== 'loading' || this.history.items.length > 0;
    this.history = this.historyPages();
    if (wasRead) void this.history.more();
  }

  private historyPages(): PagedList<HistoryLineView> {
    return new PagedList((after) =>
      this.#api.call('personHistory', { query: { user_id: this.userId, limit: historyPage, ...(after === null ? {} : { after }) } }),
    );
  }
}
