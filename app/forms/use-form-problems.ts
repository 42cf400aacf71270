import { useMemo } from 'react';
import type { FieldProblem } from '../../core/contract/forms.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Translate } from '../../core/ui/index.ts';
import { type BrokenRule, FormCheck } from './form-problems.ts';
import { dotted, type FormSchema, type FormValue, schemaAt } from './form-schema.ts';
import { worldOf } from './form-world.ts';
import type { FormServices } from './forms.ts';

interface FormProblem extends FieldProblem {
  /** The field is still empty: said once somebody has been there. */
  readonly isMissing: boolean;
}

/** Finds what is wrong with a value, in the user's language. */
export function useFormProblems(
  schema: FormSchema,
  services: FormServices,
  moreMarkets: readonly InstrumentId[],
  t: Translate,
  say: (key: string) => string,
): (value: FormValue) => readonly FormProblem[] {
  const check = useMemo(() => new FormCheck(schema), [schema]);
  const message = ({ path, rule, limit = '' }: BrokenRule): string => {
    const names = path.filter((name) => typeof name === 'string');
    const title = schemaAt(schema, names)?.title;
    const field = title === undefined ? dotted(path) : say(title);
    return t(`rule.${rule}`, { field, limit: rule === 'accountElsewhere' ? services.markets.exchangeTitle(String(limit)) : limit });
  };
  return (value) =>
    check.problems(value, worldOf(services, moreMarkets)).map((broken) => ({
      field: dotted(broken.path),
      message: message(broken),
      isMissing: broken.isMissing === true,
    }));
}
