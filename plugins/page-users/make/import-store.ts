import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Api } from '../../../core/contract/client-services.ts';
import { csvCell } from '../../../core/domain/csv.ts';
import type { ImportLineView } from '../../../schemas/wire/people.ts';
import { reasonProblem } from '../person/person-draft.ts';
import { csvParts } from './csv-records.ts';

/** So many are made with one call: each password takes the server a while, and an answer that came too late would take the passwords with it. */
const leastAtOnce = 50;
/** And no more calls than these: they are of the rare ones. */
const mostCalls = 15;
export const longestTable = 200_000;

/** Many people from a table: looked at first, then made part by part, and their passwords kept until they are taken. */
export class ImportStore {
  readonly #api: Pick<Api, 'call'>;
  csv = '';
  reason = '';
  /** What would become of each line; null while the table was not looked at as it stands. */
  checked: readonly ImportLineView[] | null = null;
  made: readonly ImportLineView[] = [];
  refusal: AppError | null = null;
  busy: 'checking' | 'making' | null = null;
  /** The passwords have been saved by whoever will hand them out. */
  saved = false;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this, { checked: observableRef, made: observableRef, refusal: observableRef }, { autoBind: true });
  }

  get problems(): readonly ImportLineView[] {
    return this.checked?.filter(({ outcome }) => outcome === 'refused') ?? [];
  }

  /** How many would be made. */
  get ready(): number {
    return this.checked === null || this.problems.length > 0 ? 0 : this.checked.length;
  }

  get isDone(): boolean {
    return this.ready > 0 && this.made.length === this.ready;
  }

  get hasReason(): boolean {
    return reasonProblem(this.reason).reason === undefined;
  }

  get canCheck(): boolean {
    return this.busy === null && this.csv.trim() !== '' && this.csv.length <= longestTable && this.hasReason && this.made.length === 0;
  }

  setCsv(csv: string): void {
    this.csv = csv;
    this.checked = null;
    this.refusal = null;
  }

  setReason(reason: string): void {
    this.reason = reason;
  }

  /** Changes nothing. */
  async check(): Promise<void> {
    if (!this.canCheck) return;
    const { csv } = this;
    this.busy = 'checking';
    this.refusal = null;
    const reply = await this.#api.call('peopleImport', { body: { csv, dry: true, reason: this.reason.trim() } });
    runInAction(() => {
      this.busy = null;
      if (csv !== this.csv) return;
      this.checked = reply.ok ? reply.value.lines : null;
      if (!reply.ok) this.refusal = reply.error;
    });
  }

  /** Makes those that are not made yet: of a part that is refused nobody is made, and it can be tried again. */
  async make(): Promise<void> {
    if (this.ready === 0 || this.busy !== null || !this.hasReason) return;
    this.busy = 'making';
    this.refusal = null;
    let before = 0;
    for (const part of csvParts(this.csv, Math.max(leastAtOnce, Math.ceil(this.ready / mostCalls)))) {
      before += part.people;
      if (this.made.length >= before) continue;
      const reply = await this.#api.call('peopleImport', { body: { csv: part.csv, dry: false, reason: this.reason.trim() } });
      const lines = reply.ok ? reply.value.lines.map((one) => ({ ...one, line: part.lineOf(one.line) })) : [];
      const refused = lines.filter(({ outcome }) => outcome === 'refused');
      runInAction(() => {
        if (!reply.ok) this.refusal = reply.error;
        // Somebody else has taken a name since the table was looked at.
        else if (refused.length > 0)
          this.checked = this.checked?.map((one) => refused.find(({ line }) => line === one.line) ?? one) ?? null;
        else this.made = [...this.made, ...lines];
      });
      if (!reply.ok || refused.length > 0) break;
    }
    runInAction(() => (this.busy = null));
  }

  /** User names and passwords of those who were made, as a table. */
  passwords(): string {
    const rows = this.made.map(({ username, password }) => [csvCell(username), quoted(password ?? '')].join(','));
    this.saved = true;
    return `\uFEFF${['username,password', ...rows].join('\r\n')}\r\n`;
  }
}

/** To the letter, whatever a spreadsheet would make of it: a password with an apostrophe before it would let nobody in. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
