import { accepted } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { maxTradeTemplates, TradeTemplateContent, type TradeTemplateView, type templateRoutes } from '../../schemas/wire/template.ts';
import type { DocumentRecord, Json } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { documentOutcome } from './document-outcome.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';
import { createAjv } from './request-check.ts';

export interface TemplateHandlerParts {
  readonly documents: Store['documents'];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
}

const kind = 'trade-template';
const full = { field: 'name', rule: `must be one of at most ${maxTradeTemplates} templates: delete one first` };

/** SPEC §7 "Templates": documents of a kind of their own, each with a name. */
export function createTemplateHandlers({ documents, clock, newId }: TemplateHandlerParts): HandlersOf<typeof templateRoutes> {
  const isContent = createAjv().compile<TradeTemplateContent>(TradeTemplateContent);
  /** Null for what the common document calls wrote under this kind and is no template. */
  const viewOf = (document: DocumentRecord | null): TradeTemplateView | null => {
    const saved = document?.content as { readonly name?: unknown; readonly content?: unknown } | undefined;
    if (document === null || typeof saved?.name !== 'string' || !isContent(saved.content)) return null;
    const { key, revision, updatedMs } = document;
    return { template_id: key, name: saved.name, content: saved.content, revision, update_time: updatedMs };
  };
  return {
    tradeTemplateList: async (request) => {
      const { userId } = sessionOf(request).principal;
      const keys = await documents.list(userId, kind);
      const found = await Promise.all(keys.map(({ key }) => documents.get({ userId, kind, key })));
      return accepted(found.flatMap((document) => viewOf(document) ?? []).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)));
    },
    tradeTemplateSave: async (request) => {
      const { template_id = `t${newId()}`, revision, name, content } = request.body;
      const { userId } = sessionOf(request).principal;
      const updatedMs = clock.nowMs();
      const record: DocumentRecord = { userId, kind, key: template_id, revision, content: { name, content } as unknown as Json, updatedMs };
      const saved = documentOutcome(await documents.save(record, { maxPerKind: maxTradeTemplates }), full);
      return saved.ok ? accepted({ template_id, name, content, revision: saved.value.revision, update_time: updatedMs }) : saved;
    },
    tradeTemplateDelete: async (request) => {
      const { template_id, revision } = request.body;
      const deleted = documentOutcome(
        await documents.delete({ userId: sessionOf(request).principal.userId, kind, key: template_id }, revision),
        full,
      );
      return deleted.ok ? accepted(null) : deleted;
    },
  };
}
