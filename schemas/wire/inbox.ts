import { type Static, Type } from '@sinclair/typebox';
import { careerRules, resumeField, resumeFormats, resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import { contactRules } from '../../core/domain/forms/contact-form.ts';
import type { FieldRule, FormRules } from '../../core/domain/forms/form-rules.ts';
import { letterKinds, letterStates, resumeFindings } from '../../core/domain/forms/letter.ts';
import { nullable, oneOf, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { CsvText, pageOf } from './history-query.ts';
import { FileBytes, route } from './route.ts';
import { CaptchaQuery, WorkTask } from './work-task.ts';

const tag = 'Inbox';

/** Longer than any field may be, so that what is too long is told by the form's own sentence. */
const mostTyped = 10_000;

/** The fields of a form as they are sent. What each must be the handler judges, in the form's own sentences. */
function formSchema<R extends FormRules>(rules: R) {
  const typed = (rule: FieldRule) => Type.Optional(Type.String({ maxLength: mostTyped, description: ruleText(rule) }));
  const fields = Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, typed(rule)]));
  return Type.Unsafe<{ readonly [F in keyof R]?: string }>(strict(fields));
}

const ruleText = (rule: FieldRule): string =>
  [
    rule.required ? 'Needed' : 'May be absent',
    rule.kind === 'choice' ? `one of: ${rule.options.join(', ')}` : `${rule.kind}, at most ${rule.most} characters`,
  ].join('; ');

const FormTerms = strict({
  /** Days after which what was sent is deleted. */
  retention_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  resume_limit_mb: Type.Integer(),
});

const LetterId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const OneLetter = strict({ letter_id: LetterId });

const letterFilter = {
  kind: Type.Optional(oneOf(letterKinds)),
  state: Type.Optional(oneOf(letterStates)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Stands in a field, in the name of the file or in a note' })),
};

const summary = {
  letter_id: LetterId,
  kind: oneOf(letterKinds),
  sender: Type.String(),
  email: Type.String(),
  state: oneOf(letterStates),
  note_count: Type.Integer(),
  file: nullable(
    strict({
      name: Type.String(),
      bytes: Type.Integer(),
      format: oneOf(resumeFormats),
      /** What the check has found in it, for whoever is about to open it. */
      findings: Type.Array(oneOf(resumeFindings)),
    }),
  ),
  received_time: TimeMs,
  updated_time: TimeMs,
};
const LetterSummary = strict(summary);
export type LetterSummaryView = Static<typeof LetterSummary>;

const LetterNote = strict({ note_id: Type.String(), author: Type.String(), body: Type.String(), written_time: TimeMs });
const Letter = strict({
  ...summary,
  /** Of the form, by name; '' where nothing was typed. */
  fields: Type.Record(Type.String(), Type.String()),
  /** Oldest first. */
  notes: Type.Array(LetterNote),
  /** When it is deleted by itself. */
  expiry_time: TimeMs,
});
export type LetterView = Static<typeof Letter>;

const admins: Access = { roles: ['admin'] };

/** What visitors send in, what they are told before, and what administrators do with it. */
export const inboxRoutes = {
  formCaptcha: route({
    method: 'GET',
    path: '/client/base/form/captcha',
    tag,
    summary: 'A proof of work that sending a form asks for',
    access: 'public',
    rate: 'captcha',
    reply: WorkTask,
  }),
  formTerms: route({
    method: 'GET',
    path: '/client/base/form/terms',
    tag,
    summary: 'What is told to whoever sends a form: how long it is kept, and how large a resume may be',
    access: 'public',
    rate: 'read',
    reply: FormTerms,
  }),
  contactSend: route({
    method: 'POST',
    path: '/client/base/contact',
    tag,
    summary: 'Sends the contact form to the house',
    access: 'public',
    rate: 'form',
    query: CaptchaQuery,
    body: formSchema(contactRules),
    reply: Type.Null(),
  }),
  careerSend: route({
    method: 'POST',
    path: '/client/base/application/career',
    tag,
    summary: 'Applies for a job: the fields and the resume, a PDF or DOC',
    access: 'public',
    rate: 'form',
    query: CaptchaQuery,
    upload: { file: resumeField, mostBytes: resumeLimitMb * 1024 ** 2, fields: formSchema(careerRules) },
    reply: Type.Null(),
  }),
  inboxRetention: route({
    method: 'POST',
    path: '/admin/inbox/retention',
    tag,
    summary: 'How long letters are kept, with their files, from the next hour on',
    access: admins,
    rate: 'save',
    body: Type.Pick(FormTerms, ['retention_days'], { additionalProperties: false }),
    reply: FormTerms,
  }),
  inboxList: route({
    method: 'GET',
    path: '/admin/inbox/list',
    tag,
    summary: 'Letters of visitors, newest first',
    access: admins,
    rate: 'read',
    query: strict({
      ...letterFilter,
      /** From the last page's `next`. */
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}\\.[A-Za-z0-9-]{1,64}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    /** `total`: how many there are, on all pages. */
    reply: strict({ ...pageOf(LetterSummary).properties, total: Type.Integer() }),
  }),
  inboxExport: route({
    method: 'GET',
    path: '/admin/inbox/export',
    tag,
    summary: 'Letters of visitors with all fields and notes, as a table',
    access: admins,
    rate: 'heavy',
    query: strict(letterFilter),
    reply: CsvText,
    media: 'text/csv',
  }),
  inboxLetter: route({
    method: 'GET',
    path: '/admin/inbox/letter',
    tag,
    summary: 'One letter with all fields and notes',
    access: admins,
    rate: 'read',
    query: OneLetter,
    reply: Letter,
  }),
  inboxFile: route({
    method: 'GET',
    path: '/admin/inbox/file',
    tag,
    summary: 'The file that came with a letter, to be saved',
    access: admins,
    rate: 'heavy',
    query: OneLetter,
    reply: FileBytes,
    media: 'application/octet-stream',
  }),
  inboxState: route({
    method: 'POST',
    path: '/admin/inbox/state',
    tag,
    summary: 'How far a letter has been worked on',
    access: admins,
    rate: 'change',
    body: strict({ letter_id: LetterId, state: oneOf(letterStates) }),
    reply: Type.Null(),
  }),
  inboxNote: route({
    method: 'POST',
    path: '/admin/inbox/note',
    tag,
    summary: 'Writes a note beside a letter, under the name of its author',
    access: admins,
    rate: 'change',
    body: strict({ letter_id: LetterId, body: Type.String({ minLength: 1, maxLength: 4_000 }) }),
    reply: LetterNote,
  }),
  inboxDelete: route({
    method: 'POST',
    path: '/admin/inbox/delete',
    tag,
    summary: 'Deletes a letter with its notes and its file',
    access: admins,
    rate: 'change',
    body: OneLetter,
    reply: Type.Null(),
  }),
} as const;
