import type { Accounts, Documents, Markets, Stream } from '../../core/contract/client-services.ts';
import type { Forms } from '../../core/contract/forms.ts';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';

export interface FormServices {
  readonly markets: Markets;
  readonly accounts: Accounts;
  readonly documents: Documents;
  readonly stream: Pick<Stream, 'subscribe'>;
}

/** Forms are a large piece of code that few panels need: it comes when the first one is shown. */
export const createForms = (services: FormServices): Forms => ({
  SchemaForm: lazyPart(async () => (await import('./schema-form.tsx')).schemaFormWith(services)),
});
