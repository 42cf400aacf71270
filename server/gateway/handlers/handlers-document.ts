import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { type documentRoutes, maxDocumentBytes, maxDocumentsPerKind, ownedDocumentKinds } from '../../../schemas/wire/document.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import type { Json } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { documentOutcome } from '../layouts/document-outcome.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface DocumentHandlerParts {
  readonly documents: Store['documents'];
  readonly quota: Quota;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const owned: ReadonlySet<string> = new Set(ownedDocumentKinds);
const notOurs = refused('REQUEST_INVALID', {
  field: 'kind',
  rule: `must be none of ${ownedDocumentKinds.join(', ')}: they have calls of their own`,
});
const full = { field: 'key', rule: `must be one of at most ${maxDocumentsPerKind} of its kind: delete one first` };

/** Documents of the caller alone. Two windows cannot overwrite each other: a save names the revision that it started from. */
export function createDocumentHandlers({ documents, quota, clock }: DocumentHandlerParts): HandlersOf<typeof documentRoutes> {
  return {
    documentList: async (request) => {
      const found = await documents.list(sessionOf(request).principal.userId, request.query.kind);
      return accepted(found.map(({ key, revision, updatedMs }) => ({ key, revision, update_time: updatedMs })));
    },
    documentGet: async (request) => {
      const found = await documents.get({ userId: sessionOf(request).principal.userId, ...request.query });
      if (found === null) return accepted(null);
      const { key, revision, updatedMs } = found;
      return accepted({ key, revision, update_time: updatedMs, content: found.content as Record<string, unknown> });
    },
    documentSave: async (request) => {
      const { kind, key, revision, content } = request.body;
      if (owned.has(kind)) return notOurs;
      if (Buffer.byteLength(JSON.stringify(content)) > maxDocumentBytes) {
        return refused('REQUEST_INVALID', { field: 'content', rule: `must be at most ${maxDocumentBytes} bytes of JSON` });
      }
      const { userId } = sessionOf(request).principal;
      const record = { userId, kind, key, revision, content: content as Json, updatedMs: clock.nowMs() };
      const saved = await quota.within(userId, (within) => within.documents.save(record, maxDocumentsPerKind));
      return saved.ok ? documentOutcome(saved.value, full) : saved;
    },
    documentDelete: async (request) => {
      const { kind, key, revision } = request.body;
      if (owned.has(kind)) return notOurs;
      const done = documentOutcome(await documents.delete({ userId: sessionOf(request).principal.userId, kind, key }, revision), full);
      return done.ok ? accepted(null) : done;
    },
  };
}
