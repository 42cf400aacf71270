import { Type } from '@sinclair/typebox';
import { careerRules, resumeField, resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import { contactRules } from '../../core/domain/forms/contact-form.ts';
import type { FieldRule, FormRules } from '../../core/domain/forms/form-rules.ts';
import { strict } from '../common.ts';
import { route } from './route.ts';
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

/** What visitors send in, and what they are told before. */
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
    access: { roles: ['admin'] },
    rate: 'save',
    body: Type.Pick(FormTerms, ['retention_days'], { additionalProperties: false }),
    reply: FormTerms,
  }),
} as const;
