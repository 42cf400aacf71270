import { accepted } from '../../../core/contract/app-error.ts';
import { maxTradeTemplates, TradeTemplateContent, type templateRoutes } from '../../../schemas/wire/template.ts';
import { type NamedDocumentParts, NamedDocuments } from '../layouts/named-documents.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

/** The calls about templates. */
export function createTemplateHandlers(parts: NamedDocumentParts): HandlersOf<typeof templateRoutes> {
  const templates = new NamedDocuments<TradeTemplateContent>(parts, 'trade-template', maxTradeTemplates, TradeTemplateContent);
  return {
    tradeTemplateList: async (request) => accepted(await templates.list(sessionOf(request).principal.userId)),
    tradeTemplateSave: (request) => templates.save(sessionOf(request).principal.userId, request.body),
    tradeTemplateDelete: (request) => {
      const { template_id, revision } = request.body;
      return templates.delete(sessionOf(request).principal.userId, template_id, revision);
    },
  };
}
