import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Captcha } from '../../core/contract/captcha.ts';
import type { Mail } from '../../core/contract/mail.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { Caller, RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import { contactRules } from '../../core/domain/forms/contact-form.ts';
import { type FieldFault, formFault, tidyForm } from '../../core/domain/forms/form-rules.ts';
import type { LetterKind } from '../../core/domain/forms/letter.ts';
import type { inboxRoutes } from '../../schemas/wire/inbox.ts';
import type { InboxTable, NewLetter } from './inbox-table.ts';
import type { NetworkQuota } from './network-quota.ts';
import type { TakenForms } from './taken-forms.ts';

const dayMs = 24 * 60 * 60_000;
/** Of all networks in a day: whoever has many of them fills no disk. */
export const contactsADay = 500;

export interface ContactParts {
  readonly captcha: Captcha;
  readonly table: Pick<InboxTable, 'count' | 'add'>;
  readonly quota: NetworkQuota;
  readonly taken: TakenForms;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly messages: Pick<Messages, 'sendToRole'>;
  readonly mail: Pick<Mail, 'isOn'>;
  /** Administrators who are there are told that one has come in. */
  readonly changed: (kind: LetterKind) => void;
}

/** A field's fault as an error of the catalogue. */
export const refusedField = <T>({ field, code, limit }: FieldFault): Outcome<T> =>
  refused(code, limit === undefined ? { field } : { field, limit });

/** The contact form. A fault of a field costs nothing; only what could be taken needs the proof of work. */
export function contactCalls(parts: ContactParts): Pick<RouteHandlers<typeof inboxRoutes>, 'formCaptcha' | 'contactSend'> {
  const { captcha } = parts;
  return {
    formCaptcha: async () => accepted(await captcha.task()),
    contactSend: async ({ ip, query, body }) => {
      const values = tidyForm(contactRules, body);
      const fault = formFault(contactRules, values);
      if (fault !== null) return refusedField(fault);
      return takenOnce(parts, { ip, query }, async () => {
        const solved = await captcha.solved(query);
        return solved.ok ? take(values, parts) : solved;
      });
    },
  };
}

/** With a message to each administrator, which says nothing of who wrote: messages stay when the letter has gone. */
export async function addLetter(
  letter: NewLetter,
  { table, messages, mail, changed }: Pick<ContactParts, 'table' | 'messages' | 'mail' | 'changed'>,
): Promise<void> {
  const { letterId: body, kind, receivedMs: timeMs } = letter;
  await table.add(letter, mail.isOn, (sql) =>
    messages.sendToRole('admin', { kind: 'system', about: 'system', title: `inbox: ${kind}`, body, timeMs }, sql),
  );
  changed(kind);
}

/** Does the work in the network's turn; what is refused counts towards no limit, and what was taken already is not taken again. */
export async function takenOnce(
  { quota, taken }: Pick<ContactParts, 'quota' | 'taken'>,
  { ip, query }: Pick<Caller, 'ip'> & { readonly query: { readonly captcha_id: string } },
  work: () => Promise<Outcome<null>>,
): Promise<Outcome<null>> {
  if (taken.has(query.captcha_id)) return accepted(null);
  const turn = quota.begin(ip);
  if (!turn.ok) return turn;
  let isTaken = false;
  try {
    const outcome = await work();
    isTaken = outcome.ok;
    if (isTaken) taken.add(query.captcha_id);
    return outcome;
  } finally {
    turn.value.end(isTaken);
  }
}

async function take(values: ReturnType<typeof tidyForm<typeof contactRules>>, parts: ContactParts): Promise<Outcome<null>> {
  const { table, clock, ids } = parts;
  const receivedMs = clock.nowMs();
  if ((await table.count('contact', receivedMs - dayMs)) >= contactsADay) return refused('RATE_LIMITED', { retryAfterS: 3_600 });
  const { firstName, lastName, email } = values;
  const letter: NewLetter = {
    ...{ letterId: ids.next(), kind: 'contact', sender: `${firstName} ${lastName}`, email },
    ...{ fields: values, file: null, receivedMs },
  };
  await addLetter(letter, parts);
  return accepted(null);
}
