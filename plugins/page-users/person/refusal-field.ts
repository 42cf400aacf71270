import type { AppError } from '../../../core/contract/app-error.ts';
import type { PersonField } from './person-draft.ts';

const fields: Readonly<Record<string, PersonField>> = {
  ...{ username: 'username', email: 'email', phone: 'phone', role: 'role', state: 'state', reason: 'reason' },
  ...{ vip_level: 'vip', vip_until: 'until', product: 'product' },
};

/** The field of a form that a refusal names, as in `body.email`; null where it names none of them. */
export function refusalField({ params }: Pick<AppError, 'params'>): PersonField | null {
  const named = String(params.field ?? '')
    .split(/[./]/)
    .at(-1);
  return (named !== undefined && Object.hasOwn(fields, named) && fields[named]) || null;
}
