import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftProblem } from '../set-up/set-up-draft.ts';
import { type DraftProblems, emptyDraft, type GuestDraft, type GuestField, refusedField } from './account-draft.ts';
import type { CallProblem } from './use-proven-call.ts';

/** What a form of these pages knows: what is typed, what is wrong with it, and what the server said. */
export function useAccountForm(first: Partial<GuestDraft>, problemsOf: (draft: GuestDraft) => DraftProblems) {
  const { t } = useTranslation(['account', 'app', 'errors']);
  const [draft, setDraft] = useState<GuestDraft>({ ...emptyDraft, ...first });
  /** Fields that were left once: what is wrong with them is said. */
  const [left, setLeft] = useState<ReadonlySet<GuestField>>(new Set());
  const [tried, setTried] = useState<ReadonlySet<GuestField> | 'all'>(new Set());
  const [refusal, setRefusal] = useState<CallProblem>(null);
  const [sending, setSending] = useState(false);

  const problems = problemsOf(draft);
  const refusedAt = refusal === null || refusal === 'impossible' ? null : refusedField(refusal.params);
  const words = ({ code, params = {} }: DraftProblem): string =>
    /^[a-z]/.test(code) ? t(`account.wrong.${code}`) : t([`${code}_brief`, code], { ns: 'errors', ...params });
  const errorOf = (field: GuestField): string | undefined => {
    if (refusedAt === field && refusal !== null && refusal !== 'impossible') return words(refusal);
    const problem = problems[field];
    const isSaid = tried === 'all' || tried.has(field) || (left.has(field) && draft[field] !== '');
    return problem !== undefined && isSaid ? words(problem) : undefined;
  };
  const edit = <F extends GuestField>(field: F, value: GuestDraft[F]): void => {
    if (refusedAt === field || refusedAt === null) setRefusal(null);
    setDraft((before) => ({ ...before, [field]: value }));
  };
  const ofText = (field: Exclude<GuestField, 'terms'>) => ({
    value: draft[field],
    error: errorOf(field),
    onChange: (typed: string) => edit(field, typed),
    onLeave: () => setLeft((before) => new Set([...before, field])),
  });
  /** Of the whole form: what belongs beside no field. */
  const formError =
    refusal === null || refusedAt !== null
      ? ''
      : refusal === 'impossible'
        ? t('account.impossible')
        : t(refusal.code, { ns: 'errors', ...refusal.params });
  const tryFields = (...fields: readonly GuestField[]): void =>
    setTried((before) => (before === 'all' ? before : new Set([...before, ...fields])));
  /** Sends what was typed, once at a time and with nothing wrong in it; what stood against it is said in the form. */
  const submitBy =
    (send: () => Promise<CallProblem>) =>
    async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      setTried('all');
      setRefusal(null);
      if (sending || Object.keys(problems).length > 0) return;
      setSending(true);
      const problem = await send();
      setSending(false);
      setRefusal(problem);
    };
  return { t, draft, edit, ofText, errorOf, formError, setRefusal, tryFields, sending, submitBy };
}
