import type { Api, TicketTemplate, TicketTerms } from '../../../core/contract/client-services.ts';
import { NamedTemplates } from '../../../core/ui/index.ts';

/** The user's named ways of ordering, as the server keeps them. */
export type TicketTemplatesStore = NamedTemplates<TicketTerms, TicketTemplate>;

export const ticketTemplates = (api: Api): TicketTemplatesStore =>
  new NamedTemplates({
    list: () => api.call('tradeTemplateList', {}),
    save: (draft) => api.call('tradeTemplateSave', { body: draft }),
    remove: (template) => api.call('tradeTemplateDelete', { body: template }),
  });
