import type { TSchema } from '@sinclair/typebox';
import { accepted, type Outcome } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { OwnedDocumentKind } from '../../../schemas/wire/document.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import type { DocumentRecord, Json } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { compiledOnce } from '../guards/request-check.ts';
import { documentOutcome } from './document-outcome.ts';

interface NamedDocument<T> {
  readonly template_id: string;
  readonly name: string;
  readonly content: T;
  readonly revision: number;
  readonly update_time: number;
}

export interface NamedDocumentParts {
  readonly documents: Store['documents'];
  readonly quota: Quota;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
}

/** A user's templates of one kind: documents, each with a name. */
export class NamedDocuments<T> {
  readonly #parts: NamedDocumentParts;
  readonly #kind: OwnedDocumentKind;
  readonly #most: number;
  readonly #contentCheck: () => (value: unknown) => value is T;

  constructor(parts: NamedDocumentParts, kind: OwnedDocumentKind, most: number, schema: TSchema) {
    this.#parts = parts;
    this.#kind = kind;
    this.#most = most;
    this.#contentCheck = compiledOnce<T>(schema);
  }

  /** In order of their names. */
  async list(userId: string): Promise<NamedDocument<T>[]> {
    const { documents } = this.#parts;
    const kind = this.#kind;
    const keys = await documents.list(userId, kind);
    const found = await Promise.all(keys.map(({ key }) => documents.get({ userId, kind, key })));
    return found.flatMap((document) => this.#view(document) ?? []).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** `revision` is the one that is overwritten; 0: a new one. */
  async save(
    userId: string,
    { template_id, revision, name, content }: { template_id?: string; revision: number; name: string; content: T },
  ): Promise<Outcome<NamedDocument<T>>> {
    const { quota, clock, newId } = this.#parts;
    const key = template_id ?? `t${newId()}`;
    const updatedMs = clock.nowMs();
    const record: DocumentRecord = { userId, kind: this.#kind, key, revision, content: { name, content } as unknown as Json, updatedMs };
    const stored = await quota.within(userId, ({ documents }) => documents.save(record, this.#most));
    if (!stored.ok) return stored;
    const saved = documentOutcome(stored.value, this.#full);
    return saved.ok ? accepted({ template_id: key, name, content, revision: saved.value.revision, update_time: updatedMs }) : saved;
  }

  async delete(userId: string, key: string, revision: number): Promise<Outcome<null>> {
    const deleted = documentOutcome(await this.#parts.documents.delete({ userId, kind: this.#kind, key }, revision), this.#full);
    return deleted.ok ? accepted(null) : deleted;
  }

  get #full() {
    return { field: 'name', rule: `must be one of at most ${this.#most} templates: delete one first` };
  }

  /** Null for what is no template: the common document calls once wrote under this kind too. */
  #view(document: DocumentRecord | null): NamedDocument<T> | null {
    const saved = document?.content as { readonly name?: unknown; readonly content?: unknown } | undefined;
    const isContent = this.#contentCheck();
    if (document === null || typeof saved?.name !== 'string' || !isContent(saved.content)) return null;
    return {
      template_id: document.key,
      name: saved.name,
      content: saved.content,
      revision: document.revision,
      update_time: document.updatedMs,
    };
  }
}
