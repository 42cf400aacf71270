import type { ErrorObject } from 'ajv';
import { namePattern } from '../../core/domain/name.ts';

/** A field by its path, and the rule that it breaks. */
export interface SchemaViolation {
  readonly field: string;
  readonly rule: string;
}

/** Where and why, from ajv's report: `take_profit.price`, `must be one of BUY, SELL`. */
export function describeProblem(error: ErrorObject | undefined): SchemaViolation {
  if (error === undefined) return { field: '', rule: 'is invalid' };
  const place = error.instancePath.split('/').slice(1).map(unescapePointer);
  const inPlace = (name: unknown): string => shorten([...place, String(name)].join('.'));
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'required': {
      // A misspelt field is missing under its right name, and whoever wrote it looks for the wrong one.
      const unknown = unknownIn(error);
      if (unknown === undefined) return { field: inPlace(params.missingProperty), rule: 'is required' };
      return { field: inPlace(unknown), rule: `is unknown, and ${String(params.missingProperty)} is required` };
    }
    case 'additionalProperties':
      return { field: inPlace(params.additionalProperty), rule: 'is unknown' };
    case 'enum':
      return { field: shorten(place.join('.')), rule: `must be one of ${(params.allowedValues as readonly string[]).join(', ')}` };
    case 'pattern':
      return {
        field: shorten(place.join('.')),
        rule: params.pattern === namePattern.source ? nameRule : `must match pattern "${params.pattern}"`,
      };
    default:
      return { field: shorten(place.join('.')), rule: error.message ?? error.keyword };
  }
}

/** A field that the schema of the object does not know, of a check that keeps both (`verbose`). */
function unknownIn({ data, parentSchema }: ErrorObject): string | undefined {
  if (parentSchema?.additionalProperties !== false || data === null || typeof data !== 'object') return undefined;
  const known: object = parentSchema.properties ?? {};
  return Object.keys(data).find((name) => !Object.hasOwn(known, name));
}

const nameRule = 'must be one line of characters that can be seen, without space at its ends';

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
/** Names come from the caller: a reply does not repeat more of them than helps. */
export const shorten = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)}…`);
