import type { MessageText, UserMessage } from '../../core/contract/messages.ts';
import type { GrantableAct } from '../../core/domain/accounts/account-act.ts';
import { listed } from '../../core/domain/joined-text.ts';
import type { Language } from '../../core/domain/language.ts';
import { letterText } from './letter-text.ts';

/** What somebody is authorised for. */
export type AuthorisedThing =
  | { readonly what: 'account'; readonly name: string; readonly exchange: string; readonly acts: readonly GrantableAct[] }
  | { readonly what: 'instance'; readonly name: string };

interface Authorised {
  readonly userId: string;
  /** User name of who has given or taken it. */
  readonly owner: string;
  readonly thing: AuthorisedThing;
  readonly timeMs: number;
}

/** What somebody is told who may do something with what is another one's: by whom, with what, what, and until when, as he reads times. */
export const givenMessage = ({ owner, thing, ...rest }: Authorised, until: string | null): UserMessage => ({
  ...base(rest),
  title: letterText('authorisation.given', { owner }),
  body: (language) =>
    letterText(`authorisation.given.${thing.what}`, { ...params(thing, language), until: untilText(until)(language) })(language),
});

/** The same of what he may not any more. */
export const takenMessage = ({ owner, thing, ...rest }: Authorised): UserMessage => ({
  ...base(rest),
  title: letterText('authorisation.taken', { owner }),
  body: (language) => letterText(`authorisation.taken.${thing.what}`, params(thing, language))(language),
});

const base = (to: Pick<Authorised, 'userId' | 'timeMs'>) => ({ kind: 'system', about: 'system', ...to }) as const;

function params(thing: AuthorisedThing, language: Language): Readonly<Record<string, string>> {
  if (thing.what === 'instance') return { name: thing.name };
  const acts = thing.acts.map((act) => letterText(`authorisation.act.${act}`, {})(language));
  return { name: thing.name, exchange: thing.exchange, acts: listed(acts, language) };
}

const untilText = (time: string | null): Exclude<MessageText, string> =>
  time === null ? letterText('authorisation.endless', {}) : letterText('authorisation.until', { time });
