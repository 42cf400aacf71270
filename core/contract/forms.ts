import type { ComponentType, ReactNode } from 'react';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import { type Token, token } from './token.ts';

/** A field of the form and a text that says which rule it breaks, such as a refusal of the server. */
export interface FieldProblem {
  /** Name in the params. */
  readonly field: string;
  /** In the user's language. */
  readonly message: string;
}

export interface SchemaFormProps {
  /** JSON Schema with the keywords of `schemas/forms.ts`; titles and helps are keys of texts. */
  readonly schema: object;
  /** May be incomplete or wrong; absent fields take the schema's defaults. */
  readonly value: Readonly<Record<string, unknown>>;
  /** `problems` are those of the schema for this value; none: it may be sent. */
  onChange(value: Readonly<Record<string, unknown>>, problems: readonly FieldProblem[]): void;
  /** Beside those of the schema, such as the server's. */
  readonly problems?: readonly FieldProblem[];
  /** Markets that may be chosen beside the open ones, such as recorded ones; any account will do for them. */
  readonly moreMarkets?: readonly InstrumentId[];
  /** `update`: only fields with `x-updatable` can be changed. `locked`: all are shown, none can be changed. */
  readonly mode?: 'new' | 'update' | 'locked';
  /** True: fields that are still empty say so too, even where nobody has been yet. */
  readonly revealed?: boolean;
  /** Stands under the fields of market and account. */
  readonly afterMarket?: ReactNode;
  /** Name of the form for those who hear it. */
  readonly label: string;
}

/** Forms made from JSON Schemas. The component is loaded when it is first shown: give it a `SteadySuspense` of your own. */
export interface Forms {
  readonly SchemaForm: ComponentType<SchemaFormProps>;
}
export const FORMS: Token<Forms> = token<Forms>('tessera.forms', 'Forms made from JSON Schemas');
