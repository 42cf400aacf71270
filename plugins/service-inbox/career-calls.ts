import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Files, ReceivedFile, ReceivedForm } from '../../core/contract/files.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import { careerRules, resumeField, resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import { type FormValues, formFault, tidyForm } from '../../core/domain/forms/form-rules.ts';
import type { inboxRoutes } from '../../schemas/wire/inbox.ts';
import { addLetter, type ContactParts, refusedField, takenOnce } from './contact-calls.ts';
import type { LetterFile } from './inbox-table.ts';
import { judgeResume, resumeName } from './resume-check.ts';

const dayMs = 24 * 60 * 60_000;
/** Of all networks in a day: a gigabyte at most. */
export const applicationsADay = 100;

export interface CareerParts extends ContactParts {
  readonly files: Pick<Files, 'keep' | 'remove'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Applications. The proof of work and the quota come before a byte of the resume is read. */
export function careerCalls(parts: CareerParts): Pick<RouteHandlers<typeof inboxRoutes>, 'careerSend'> {
  // Those that are still on their way count as well: a resume may take half a minute.
  let underWay = 0;
  const isFull = async (): Promise<boolean> => {
    const stored = await parts.table.count('career', parts.clock.nowMs() - dayMs);
    return stored + underWay > applicationsADay;
  };
  return {
    careerSend: ({ ip, query, receive }) =>
      takenOnce(parts, { ip, query }, async () => {
        const solved = await parts.captcha.solved(query);
        if (!solved.ok) return solved;
        underWay += 1;
        try {
          if (await isFull()) return refused('RATE_LIMITED', { retryAfterS: 3_600 });
          const form = await receive();
          return form.ok ? await judged(form.value, parts) : inOwnWords(form);
        } catch (error) {
          parts.logger.error({ err: error }, 'an application could not be stored');
          return refused('SUBMISSION_FAILED');
        } finally {
          underWay -= 1;
        }
      }),
  };
}

const inOwnWords = (refusal: Outcome<never> | Outcome<ReceivedForm>): Outcome<null> =>
  !refusal.ok && refusal.error.code !== 'REQUEST_TOO_LARGE' ? refusal : tooLarge;
const tooLarge: Outcome<null> = refused('FORM_RESUME_TOO_LARGE', { field: resumeField, limitMb: resumeLimitMb });

async function judged({ fields, file }: ReceivedForm, parts: CareerParts): Promise<Outcome<null>> {
  const values = tidyForm(careerRules, fields);
  const fault = formFault(careerRules, values);
  if (fault !== null) return refusedField(fault);
  if (file === null || file.bytes === 0) return refused('FORM_RESUME_EMPTY', { field: resumeField });
  const { format, findings } = await judgeResume(file.name, file.read());
  if (format === null) return refused('FORM_RESUME_FORMAT', { field: resumeField });
  await store(values, file, { name: resumeName(file.name, format), bytes: file.bytes, format, findings }, parts);
  return accepted(null);
}

/** The file first: a letter without it would promise what is not there, a file without a letter is removed at the next start. */
async function store(values: FormValues<typeof careerRules>, file: ReceivedFile, kept: LetterFile, parts: CareerParts): Promise<void> {
  const { files, clock, ids } = parts;
  const letterId = ids.next();
  const { name: sender, email } = values;
  await files.keep(letterId, file);
  try {
    await addLetter({ letterId, kind: 'career', sender, email, fields: values, file: kept, receivedMs: clock.nowMs() }, parts);
  } catch (error) {
    await files.remove(letterId);
    throw error;
  }
}
