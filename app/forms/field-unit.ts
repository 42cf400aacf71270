import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Translate } from '../../core/ui/index.ts';
import type { FormSchema } from './form-schema.ts';

interface UnitView {
  /** Inside the field at the right; empty for what is only counted. */
  readonly text: string;
  /** What the arrow keys move by. */
  readonly step: string;
}

const coarse = '1';

/** The unit of a field on its market: prices move by the tick, quantities by the lot, rates by a hundredth of a percent. */
export function unitOf(schema: FormSchema, market: Instrument | null, t: Translate): UnitView {
  switch (schema['x-unit']) {
    case 'quote':
      return { text: market?.quote ?? '', step: market?.tick ?? coarse };
    case 'base':
      return { text: market?.base ?? '', step: market?.lot ?? coarse };
    case 'rate':
      return { text: '%', step: '0.01' };
    case 'basisPoints':
      return { text: t('unit.basisPoints'), step: coarse };
    case 'seconds':
      return { text: t('unit.seconds'), step: coarse };
    default:
      return { text: '', step: schema.type === 'number' ? '0.01' : coarse };
  }
}
