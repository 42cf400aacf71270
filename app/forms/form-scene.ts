import { createContext, type ReactNode, use } from 'react';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Translate } from '../../core/ui/index.ts';
import { dotted, type FieldPath, type FormSchema, type FormValue } from './form-schema.ts';
import type { FormServices } from './forms.ts';

/** What every part of a form sees. */
export interface FormScene {
  readonly services: FormServices;
  readonly schema: FormSchema;
  readonly value: FormValue;
  readonly mode: 'new' | 'update' | 'locked';
  /** Texts of forms. */
  readonly t: Translate;
  /** Text of a key of the schema, such as `strategy-shock-grid.params.levels`; without one, the word. */
  readonly say: (key: string, word?: string) => string;
  /** What is wrong with a field, once it may be said. */
  problemAt(path: FieldPath): string | null;
  /** The market that a field's units belong to. */
  marketOf(path: FieldPath): InstrumentId | null;
  readonly favourites: readonly InstrumentId[];
  /** Markets that may be chosen beside the open ones. */
  readonly moreMarkets: readonly InstrumentId[];
  /** What the owner puts under the fields of market and account. */
  readonly afterMarket: ReactNode;
}

export const FormSceneContext = createContext<FormScene | null>(null);
/** Where a widget stands. */
export const FieldPathContext = createContext<FieldPath>([]);

export function useScene(): FormScene {
  const scene = use(FormSceneContext);
  if (scene === null) throw new Error('a part of a form stands outside of one');
  return scene;
}

/** Only fields that may be changed while an instance runs are open in an update; the outermost field says so. */
export function isFixed({ mode, schema }: FormScene, path: FieldPath): boolean {
  if (mode !== 'update') return mode === 'locked';
  return schema.properties?.[dotted(path.slice(0, 1))]?.['x-updatable'] !== true;
}
